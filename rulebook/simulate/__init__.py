"""What a house rule is worth: the same deals played under two rule sets by a plain policy."""
