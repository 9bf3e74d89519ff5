"""What depends on the clock. Run before figures are told: `make audit`."""
