"""The adapters are programs of their own, run by the tests: importing them needs packages that may not be there."""

collect_ignore = ["openspiel_bridge.py", "endplay_tricks.py"]
