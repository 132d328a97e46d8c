"""A finished match: its story, replay and review; the par of its deal, and how to win it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tracker.boards.match.frame import brief_name
from tracker.boards.match.review import (
    MatchReplayBoard,
    par_board,
    replay_board,
    reply_board,
    review_board,
    seat_to_see,
)
from tracker.boards.match.screens import screen_of
from tracker.boards.match.story import StoryBoard, picture_of, preview_of, story_board
from tracker.rules.words import Refused
from tracker.services.codes import Missing
from tracker.services.match.log import Unplayable, at_move, moves_not_undone
from tracker.services.match.match import DealtMatch, LoggedMove
from tracker.services.match.play import (
    match_branch,
    match_is_made,
    match_share,
    match_shared,
    match_withdraw,
)
from tracker.services.match.review import (
    NotFound,
    Review,
    has_solution,
    match_par,
    match_par_on,
    match_review,
    match_review_on,
    match_solution,
    questions,
    reviews,
    verdict_on,
)
from tracker.services.match.rows import match_table
from tracker.services.match.summaries import rivals_of
from tracker.views.match.match import render_refused
from tracker.views.match.play import to_match
from tracker.web.answers import Request, code_for, form_address, leave_for, number_in, see_other
from tracker.web.browser import own_phone, phone_of
from tracker.web.limits import MATCHES, MOVES, THOUGHTS, network


@require_safe
def story(request: Request, code: str) -> HttpResponse:
    """A finished match. One that is not over, or that today's rules cannot read, has its table."""
    match = match_table(code)
    if not match.outcome or match.outdated:
        return see_other("match", code)
    return _render_story(request, match)


@require_POST
def share(request: Request, code: str) -> HttpResponse:
    """Makes the public page, or takes it back (`do`: share, withdraw)."""
    phone = phone_of(request)
    try:
        if request.POST.get("do") == "withdraw":
            match_withdraw(code=code, phone=phone)
        else:
            match_share(code=code, phone=phone)
    except Refused as reason:
        return render_refused(request, code, reason)
    return see_other("match-story", code)


@require_POST
def branch(request: Request, code: str) -> HttpResponse:
    """Goes on from the position after `at` moves, as a new match on this phone."""
    phone, at = own_phone(request), number_in(request.POST, "at")
    fresh = code_for(request, phone, code, at)
    if not match_is_made(fresh):
        MATCHES.take(network(request))
    try:
        made = match_branch(code=code, at=-1 if at is None else at, phone=phone, fresh=fresh)
    except Refused as reason:
        return render_refused(request, code, reason)
    return to_match(request, made, phone)


@require_safe
def replay(request: Request, code: str) -> HttpResponse:
    """The table after `at` moves, as `seat` saw it."""
    match = match_table(code)
    if not match.outcome or match.outdated:
        return leave_for(request, "match", code)
    ways = {"code": code, "way": reverse("match-replay", args=[code])}
    ways["moves"] = reverse("match-story", args=[code])
    try:
        return _render_replay(request, match, ways)
    except Unplayable as reason:
        return _refuse(request, code, reason)


@require_safe
def solution(request: Request, code: str) -> HttpResponse:
    """How the deal could be won, as a replay. 404 where nobody can win it, or nobody knows."""
    match = match_table(code)
    if not match.outcome:
        return leave_for(request, "match", code)
    if not has_solution(match):
        raise Http404
    MOVES.take(code)
    try:
        stages = match_solution(match)
    except NotFound as reason:
        return _refuse(request, code, reason)
    last = len(stages) - 1
    at = min(number_in(request.GET, "at") or 0, last)
    ways = {"way": reverse("match-solution", args=[code]) + "?seat=0"}
    ways["moves"] = reverse("match-story", args=[code])
    return _render_stage(request, replay_board(stages[at], at, last, 0), ways)


def _refuse(request: Request, code: str, reason: Refused) -> HttpResponse:
    """Says why on a whole page, for which htmx asks anew: it would put it into a part of this."""
    if request.htmx:
        return leave_for(request, request.get_full_path())
    return render_refused(request, code, reason)


@require_safe
def shared(request: HttpRequest, share_code: str) -> HttpResponse:
    """The public page of a match. Nothing on it leads to the match itself."""
    return _render_story(request, match_shared(share_code), share_code)


@require_safe
def picture(request: HttpRequest, share_code: str) -> HttpResponse:
    """Draws the shared match as a picture, for previews of the link."""
    match = match_shared(share_code)
    return HttpResponse(picture_of(match, moves_not_undone(match)), content_type="image/png")


@require_safe
def shared_replay(request: Request, share_code: str) -> HttpResponse:
    """Shows the shared match move by move. Raises Missing where it cannot be shown."""
    ways = {"way": reverse("shared-replay", args=[share_code])}
    ways["moves"] = reverse("shared-match", args=[share_code])
    try:
        return _render_replay(request, match_shared(share_code), ways)
    except Unplayable as reason:
        raise Missing(reason.reason) from reason


def _render_story(request: HttpRequest, match: DealtMatch, share_code: str = "") -> HttpResponse:
    phone = "" if share_code else phone_of(request)
    ctx = {
        "board": _board(request, match, phone, public=bool(share_code)),
        "code": "" if share_code else match.code,
        "reviews": reviews(match),
        "solved": not share_code and has_solution(match),
        "mine": bool(match.seats_of(phone)),
        "replay": reverse("shared-replay", args=[share_code])
        if share_code
        else reverse("match-replay", args=[match.code]),
        "address": request.build_absolute_uri(reverse("shared-match", args=[match.share_code]))
        if match.share_code
        else "",
        "preview": preview_of(match) if share_code else None,
        "language_at": request.path if share_code else None,
    }
    return render(request, "match/story.html", ctx)


def _board(request: HttpRequest, match: DealtMatch, phone: str, public: bool) -> StoryBoard:
    moves = moves_not_undone(match)
    begin = number_in(request.GET, "begin") or 1
    rivals = rivals_of(match, phone)
    seat, begin = next(iter(match.seats_of(phone)), None), max(1, min(begin, len(moves)))
    return story_board(match, moves, begin, rivals, seat=seat, public=public)


def _render_replay(request: Request, match: DealtMatch, ways: dict[str, str]) -> HttpResponse:
    """`at` beyond the last move is the last: it may have been undone meanwhile. With `hide` nothing
    is shown of what comes after it."""
    at, seat = (number_in(request.GET, name) for name in ("at", "seat"))
    moves = moves_not_undone(match)
    at = min(at or 0, len(moves))
    place = seat_to_see(match, match.seats_of(phone_of(request)), seat)
    board = replay_board(at_move(match, moves, at), at, len(moves), place)
    ways["way"] += f"?seat={place}"
    return _render_stage(request, board, ways)


def _render_stage(request: Request, board: MatchReplayBoard, ways: dict[str, str]) -> HttpResponse:
    template = "match/replay.html#table" if request.htmx else "match/replay.html"
    hide = "&hide=1" if "hide" in request.GET else ""
    return render(request, template, {"board": board, "past": True, "hide": hide, **ways})


@form_address
def review(request: Request, code: str) -> HttpResponse:
    """The cost of its decisions as far as it is known."""
    return _reviewed(request, code, _render_review)


@form_address
def ask(request: Request, code: str) -> HttpResponse:
    """*Ask me first*: asks about its decisions before it shows any; `at` begins, `decision`
    answers. With `all` it asks about every one, else about the dearest."""
    return _reviewed(request, code, _render_ask)


@form_address
def par(request: Request, code: str) -> HttpResponse:
    """The adviser's result on the same deal beside the own one; a POST lets it play on.

    404 for a game without an adviser.
    """
    match = match_table(code)
    if not match.outcome:
        return leave_for(request, "match", code)
    if not reviews(match):
        raise Http404
    found = match_par_on(match) if _asks_for_more(request, code) else match_par(match)
    return _render_piece(request, "par", {"board": par_board(match, found), "code": code})


Answer = Callable[[Request, DealtMatch, list[LoggedMove], Review], HttpResponse]


def _reviewed(request: Request, code: str, answer: Answer) -> HttpResponse:
    """Answers with the review as far as it is worked out; a POST works out a piece more.

    404 for a game without an adviser; a match that is not over has its table.
    """
    match = match_table(code)
    if not match.outcome or match.outdated:
        return leave_for(request, "match", code)
    if not reviews(match):
        raise Http404
    try:
        moves = moves_not_undone(match)
        more = _asks_for_more(request, code)
        found = match_review_on(match) if more else match_review(match, len(moves))
        return answer(request, match, moves, found)
    except Unplayable as reason:
        return _refuse(request, code, reason)


def _render_review(
    request: Request, match: DealtMatch, moves: list[LoggedMove], found: Review
) -> HttpResponse:
    board, title = review_board(match, moves, found), screen_of(match.game).title
    return _render_piece(request, "review", {"board": board, "code": match.code, "title": title})


def _render_ask(
    request: Request, match: DealtMatch, moves: list[LoggedMove], found: Review
) -> HttpResponse:
    """The first question from `at` on, or the reply to it; the start where no number is given."""
    at, every = number_in(request.GET, "at"), "all" in request.GET
    ctx: dict[str, object] = {"code": match.code, "title": screen_of(match.game).title}
    if at is None or not found.whole:
        few, many = len(questions(found, every=False)), len(questions(found, every=True))
        return _render_piece(request, "ask", ctx | {"board": found, "few": few, "many": many})
    asked = questions(found, every)
    to_come = [number for number in asked if number >= at]
    if not to_come:
        return see_other("match-review", match.code)
    at, *later = to_come
    stage, move = at_move(match, moves, at), moves[at]
    # Nothing of what came: as if this were the newest move.
    ctx |= {"board": replay_board(stage, at, at, move.seat, past=False), "every": every}
    who = "" if match.alone else brief_name(match, move.seat)
    ctx |= {"number": asked.index(at) + 1, "later": bool(later), "who": who}
    decision = request.GET.get("decision", "")
    if decision not in stage.game.offered(stage.seen_by(move.seat), move.seat):
        return render(request, "match/question.html", ctx)
    THOUGHTS.take(network(request))
    verdict = verdict_on(match, moves, found, at, decision)
    reply = reply_board(match, move, at, found.verdicts[at + 1], decision, verdict)
    return render(request, "match/reply.html", ctx | {"reply": reply})


def _asks_for_more(request: Request, code: str) -> bool:
    if request.method == "POST":
        MOVES.take(code)
    return request.method == "POST"


def _render_piece(request: Request, name: str, ctx: dict[str, object]) -> HttpResponse:
    """The part that htmx swaps, or the page; an answered form leads back to it."""
    if request.method == "POST" and not request.htmx:
        return see_other(f"match-{name}", ctx["code"])
    part = f"#{name}" if request.htmx else ""
    return render(request, f"match/{name}.html{part}", ctx)
