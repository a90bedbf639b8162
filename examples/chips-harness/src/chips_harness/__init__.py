"""A harness that takes feedback events from Chips over HTTP, and keeps them."""
