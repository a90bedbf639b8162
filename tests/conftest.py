"""What all tests here share."""

pytest_plugins = ["pytester"]
