"""What two or more games share. Parts decide, chapters speak: no rule id and no sentence here."""
