'use strict';

// What the orchestrator demands of a value, as functions that give the reasons against it.

const path = (at, name) => `${at}/${name}`;
const kind = (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
const isObject = (value) => kind(value) === 'object';
const reason = (at, text) => [`${at || 'the result'} ${text}`];

const string = (value, at) => (kind(value) === 'string' ? [] : reason(at, 'is no string'));
const filled = (value, at) =>
  kind(value) === 'string' && value !== '' ? [] : reason(at, 'is no string, or an empty one');
const boolean = (value, at) => (kind(value) === 'boolean' ? [] : reason(at, 'is no boolean'));
const number = (value, at) => (kind(value) === 'number' ? [] : reason(at, 'is no number'));
const anyObject = (value, at) => (isObject(value) ? [] : reason(at, 'is no object'));
const orNull = (check) => (value, at) => (value === null ? [] : check(value, at));

const integerFrom = (least) => (value, at) =>
  Number.isInteger(value) && value >= least ? [] : reason(at, `is no integer from ${least} on`);
const oneOf = (...allowed) => (value, at) =>
  allowed.includes(value) ? [] : reason(at, `is none of ${allowed.join(', ')}`);

const arrayOf = (item, least = 0) => (value, at) => {
  if (!Array.isArray(value)) return reason(at, 'is no array');
  if (value.length < least) return reason(at, `has fewer than ${least} items`);
  return value.flatMap((each, index) => item(each, path(at, index)));
};

const mapOf = (member) => (value, at) =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, each]) => member(each, path(at, name)))
    : reason(at, 'is no object');

/** An object: members that it must have, others that it may have, and whether it is open. */
const object = (required, optional = {}, { open = false } = {}) => {
  // Maps, because every plain object has members that nobody gave it, such as `constructor`.
  const demanded = new Map(Object.entries(required));
  const known = new Map([...demanded, ...Object.entries(optional)]);
  return (value, at) => {
    if (!isObject(value)) return reason(at, 'is no object');
    const missing = [...demanded.keys()].filter((name) => !Object.hasOwn(value, name));
    return [
      ...missing.flatMap((name) => reason(path(at, name), 'is missing')),
      ...Object.entries(value).flatMap(([name, each]) => {
        if (known.has(name)) return known.get(name)(each, path(at, name));
        return open ? [] : reason(path(at, name), 'is unknown');
      }),
    ];
  };
};

module.exports = {
  anyObject, arrayOf, boolean, filled, integerFrom, mapOf, number, object, oneOf, orNull, string,
};
