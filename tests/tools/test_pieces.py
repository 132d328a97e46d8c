"""A long run may be made in pieces, which add up to the whole."""

from __future__ import annotations

from pathlib import Path

from tools.pieces import Piece, Pieces


def piece(deal: int) -> Piece:
    return Piece(deal, progress=1.0, said=[(0.5, True)], took=[0.001])


def played(what: str, deals: range, file: Path) -> Pieces:
    pieces = Pieces(what, file)
    for deal in deals:
        pieces.add(piece(deal))
    return pieces


def test_pieces_add_up_to_the_whole(tmp_path: Path) -> None:
    file = tmp_path / "pieces"
    played("solo", range(2), file)
    assert [each.deal for each in played("solo", range(2, 5), file)] == [*range(5)]


def test_a_file_tells_what_has_been_played(tmp_path: Path) -> None:
    file = tmp_path / "pieces"
    played("solo", range(3), file)
    pieces = Pieces("solo", file)
    assert 2 in pieces
    assert 3 not in pieces


def test_what_another_player_came_to_is_not_counted(tmp_path: Path) -> None:
    file = tmp_path / "pieces"
    played("solo", range(3), file)
    assert len(played("rascal", range(2), file)) == 2


def test_without_a_file_nothing_is_kept() -> None:
    pieces = Pieces("solo")
    pieces.add(piece(7))
    assert [*pieces] == [piece(7)]
