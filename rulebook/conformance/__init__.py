"""The documented cases as questions for any other program: an exchange of JSON lines, and a driver that judges it."""
