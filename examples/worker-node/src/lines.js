'use strict';

const readline = require('node:readline');

/** Answer each line of stdin, a JSON document, with a line on stdout; stdin's end is the end. */
function answerLines(answer) {
  const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
  lines.on('line', (line) => {
    process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
  });
}

module.exports = { answerLines };
