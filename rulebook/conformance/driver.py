"""Another program at the end of a pipe: one line in, one line out, and no trust in it at all.

A line may be long, late, missing or one too many; none of it may hold up or fill this process.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import NamedTuple

from rulebook.conformance.compare import Judged, judged, parts, read
from rulebook.conformance.setup import Json
from rulebook.ruling import InputError

LIMIT = 1_000_000  # bytes of one answer
PATIENCE = 60.0  # seconds for one answer
AFTER = 5.0  # seconds for a program to end when nothing more is asked


class Program:
    """A running program. Raises InputError for everything it does wrong that ends the exchange."""

    def __init__(self, words: Sequence[str], patience: float = PATIENCE) -> None:
        self.patience, self.stopped, self.done = patience, Event(), False
        self.asked: Queue[bytes] = Queue(maxsize=1)
        self.lines: Queue[bytes] = Queue(maxsize=1)
        try:
            self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or str(fault)
            raise InputError(
                "The program cannot be started: {program}. {reason}.", program=words[0], reason=reason
            ) from None
        self.threads = [Thread(target=work, daemon=True) for work in (self._speak, self._listen)]
        for thread in self.threads:
            thread.start()

    def _speak(self) -> None:
        """Pass on one question after the other; after an empty one nothing is asked any more."""
        pipe = self.process.stdin
        assert pipe is not None
        with suppress(OSError):
            while line := self.asked.get():
                pipe.write(line)
                pipe.flush()
        with suppress(OSError):
            pipe.close()

    def _listen(self) -> None:
        """Hand over one line after the other; an empty one at the end."""
        out = self.process.stdout
        assert out is not None
        line = b"\n"
        with suppress(OSError, ValueError):
            while line:
                line = out.readline(LIMIT + 1)
                while not self.stopped.is_set():
                    with suppress(Full):
                        self.lines.put(line, timeout=0.2)
                        break
                if self.stopped.is_set() or len(line) > LIMIT:
                    return

    def ask(self, question: str) -> str:
        """The line that answers this line."""
        if not self.lines.empty():
            self._refuse_early()
        try:
            self.asked.put(question.encode() + b"\n", timeout=self.patience)
        except Full:
            raise self._silent() from None
        return self._line()

    def _silent(self) -> InputError:
        return InputError("The program does not answer. Seconds waited: {n}.", n=f"{self.patience:g}")

    def _refuse_early(self) -> None:
        if self.lines.get():
            raise InputError("The program writes lines that nothing asks for.")
        raise InputError("The program ended before all was answered.")

    def _line(self) -> str:
        try:
            line = self.lines.get(timeout=self.patience)
        except Empty:
            raise self._silent() from None
        if not line:
            raise InputError("The program ended before all was answered.")
        if len(line) > LIMIT:
            raise InputError("An answer is too long. Bytes allowed: {n}.", n=LIMIT)
        return line.decode("utf-8", "replace")

    def finish(self) -> None:
        """Nothing more is asked; a last line is one too many."""
        self._hang_up()
        try:
            last = self.lines.get(timeout=AFTER)
        except Empty:
            return  # it does not end by itself, and is ended
        if last:
            raise InputError("The program writes lines that nothing asks for.")
        self.done = True

    def _hang_up(self) -> None:
        with suppress(Full):
            self.asked.put(b"", timeout=0.1)

    def close(self) -> None:
        """End the program, whatever it is doing."""
        self.stopped.set()
        self._hang_up()
        try:
            self.process.wait(timeout=AFTER if self.done else 0)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._hang_up()  # a question that nobody has read made way for it
        for thread in self.threads:
            thread.join(timeout=1)
        out = self.process.stdout
        if out is not None and not self.threads[1].is_alive():
            out.close()


class Run(NamedTuple):
    """One question and what its answer is worth."""

    entry: Json
    judged: Judged


def run(words: Sequence[str], entries: Iterable[Json], patience: float = PATIENCE) -> Iterator[Run | InputError]:
    """Each question judged as its answer comes; at the end the fault that stopped the exchange, if one did."""
    try:
        program = Program(words, patience)
    except InputError as fault:
        yield fault
        return
    try:
        for entry in entries:
            text = program.ask(json.dumps(entry["question"], ensure_ascii=False))
            yield Run(entry, _judged(entry, text))
        program.finish()
    except InputError as fault:
        yield fault
    finally:
        program.close()


def _judged(entry: Json, text: str) -> Judged:
    """An answer that cannot be read is a wrong one. Raises InputError for an answer to something else."""
    try:
        doc = read(text)
    except InputError as fault:
        return Judged("failed", "answer", fault, text.strip()[:60])
    if not isinstance(doc, dict) or doc.get("id") != entry["question"]["id"]:
        raise InputError("The answer does not name its question.")
    try:
        return judged(entry, parts(doc))
    except InputError as fault:
        return Judged("failed", "answer", fault, text.strip()[:60])
