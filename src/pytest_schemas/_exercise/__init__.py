"""Producers and consumers: test functions, programs and HTTP services."""
