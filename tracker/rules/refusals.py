"""How the rules say no: a sentence for the player, and whose fault it is."""

from __future__ import annotations

from typing import ClassVar


class Refused(Exception):
    """Something that cannot be done; all stays as it was.

    `reason` is a sentence for the player with `{names}` filled in from `details`, kept apart so
    that the sentence can be translated. `status` is what HTTP calls such an answer: here, that
    the state of the table is in the way.
    """

    status: ClassVar[int] = 409

    def __init__(self, reason: str, **details: object) -> None:
        super().__init__(reason.format(**details))
        self.reason = reason
        self.details = details


class Repetition(Refused):
    """Something that has been said before, most likely on another phone: nothing is lost.

    `brief` is the same in a few words, with the same `{names}`.
    """

    def __init__(self, reason: str, brief: str, **details: object) -> None:
        super().__init__(reason, **details)
        self.brief = brief


class Malformed(Refused):
    """Something that no table could ever do: nobody's seat, not a step, too long a text."""

    status = 400
