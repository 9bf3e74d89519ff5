"""What is wrong in a text: refused when reading strictly, put right and told when reading leniently."""

from __future__ import annotations

from rulebook.ruling import InputError


class Faults:
    """Collects what was put right in one record."""

    def __init__(self, *, lenient: bool) -> None:
        self.lenient = lenient
        self.found: list[InputError] = []

    def __call__(self, fault: InputError) -> None:
        """The text is wrong here, and can be read all the same. Raises the fault when reading strictly."""
        if not self.lenient:
            raise fault
        self.found.append(fault)

    def taken(self) -> tuple[InputError, ...]:
        """What was put right since the last record."""
        found, self.found = tuple(self.found), []
        return found
