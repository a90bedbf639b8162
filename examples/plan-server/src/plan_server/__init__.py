"""A small server for plans: an assistant suggests edits, a person applies them."""
