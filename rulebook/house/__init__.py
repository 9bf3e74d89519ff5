"""A table's house rules on one sheet: read, checked against the documented cases, compared, printed."""
