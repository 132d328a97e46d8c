"""Lines over the moves of a match."""

from __future__ import annotations

from tracker.boards.chart import chart_of

MARKS = [(20, "20"), (0, "0"), (-20, "−20")]


def test_a_line_goes_in_steps_and_its_crest_stands_at_its_end() -> None:
    chart = chart_of([[20, 20, 15, -3]], MARKS)
    assert chart is not None
    assert chart.box == "0 0 3 23"
    assert chart.curves[0].path == "M0 0h2v5h1v18h0"
    assert chart.curves[0].crest == "100.0%"
    assert [text for _, text in chart.heights] == ["20", "0"]


def test_crests_do_not_lie_on_each_other() -> None:
    chart = chart_of([[20, 0], [20, 1], [20, 0]], MARKS)
    assert chart is not None
    crests = sorted(float(curve.crest.rstrip("%")) for curve in chart.curves)
    assert all(b - a >= 9.9 for a, b in zip(crests, crests[1:], strict=False))
    assert crests[-1] <= 100


def test_what_lies_deeper_than_the_drawing_ends_at_its_foot() -> None:
    chart = chart_of([[20, -90]], MARKS)
    assert chart is not None
    assert chart.box == "0 0 1 40"
    assert chart.curves[0].path == "M0 0h1v40h0"


def test_a_game_without_moves_has_no_chart() -> None:
    assert chart_of([[20]], MARKS) is None
    assert chart_of([], MARKS) is None
