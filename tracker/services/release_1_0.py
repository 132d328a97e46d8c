"""Conversion of what release 1.0.0 stored into what is stored now: at migration, and of backups.

Nothing else reads this. It has to stay as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

RENAMED = {
    "tracker_match": {"standing": "decision_count", "undone": "undo_count"},
    "tracker_move": {"told": "report"},
}
"""Columns that it called otherwise, and what they are called now."""
BATCH = 1000


def is_of_release_1_0(head: Mapping[str, Any]) -> bool:
    """Whether a backup with this first line was made before its rows were counted."""
    return not head.get("counted", False)


def columns_now(table: str, names: Iterable[str]) -> list[str]:
    """The present names of these columns of a table."""
    return [RENAMED.get(table, {}).get(name, name) for name in names]


def with_their_number(rows: Iterable[list[Any]]) -> Iterator[list[Any]]:
    """The rows of a backup, and how many there are, which newer ones say at their end."""
    number = 0
    for row in rows:
        number += 1
        yield row
    yield ["rows", number]


def name_roots(entries: Any) -> None:
    """Names root and direction of every undo, in all logs of this model of an entry."""
    undos = entries.objects.filter(undoes__isnull=False).order_by("party", "number")
    rows = undos.values_list("party", "id", "number", "undoes").iterator()
    for party, some in groupby(rows, key=lambda row: row[0]):
        links, undone = _followed(row[1:] for row in some)
        changed = [entries(id=pk, root=root, restores=back) for pk, root, back in links]
        entries.objects.bulk_update(changed, ["root", "restores"], batch_size=BATCH)
        log = entries.objects.filter(party=party)
        for stands in (True, False):
            roots = [number for number, gone in undone.items() if gone is not stands]
            for start in range(0, len(roots), BATCH):
                log.filter(number__in=roots[start : start + BATCH]).update(undone=not stands)


def _followed(
    undos: Iterable[tuple[int, int, int]],
) -> tuple[list[tuple[int, int, bool]], dict[int, bool]]:
    """Id, root and direction of a log's undos, and which roots are undone in the end.

    What was undone already could be undone once more through its chain, in those days: such an
    undo is left to itself.
    """
    chains: dict[int, tuple[int, bool]] = {}
    undone: dict[int, bool] = {}
    links = []
    for pk, number, target in undos:
        root, restores = chains.get(target, (target, True))
        restores = not restores
        if undone.get(root, False) is restores:
            chains[number], undone[root] = (root, restores), not restores
            links.append((pk, root, restores))
    return links, undone
