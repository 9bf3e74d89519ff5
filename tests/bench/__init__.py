"""Speed as ratios, measured in one interleaved run: `make bench`."""
