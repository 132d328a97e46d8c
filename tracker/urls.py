from __future__ import annotations

from django.urls import include, path, register_converter
from django.urls.converters import StringConverter
from django.views.generic import RedirectView

from tracker.rules.table.texts.save_names import SAVE_NAME_LENGTH
from tracker.services.codes import CODE
from tracker.views import rules
from tracker.views.match import match, play, puzzles, records, story
from tracker.views.party import (
    cards,
    entries,
    history,
    invite,
    run,
    saves,
    settings,
    table,
)
from tracker.views.site import blank, home, pages, shell


class CodeConverter(StringConverter):
    regex = CODE.pattern


class SaveConverter(StringConverter):
    """Names of saves; those of floors have a space."""

    regex = f"[A-Za-z0-9_ -]{{1,{SAVE_NAME_LENGTH}}}"


register_converter(CodeConverter, "code")
register_converter(SaveConverter, "save")

# /p/<code>/
party_urls = [
    path("", table.table, name="table"),
    path("table", table.table_part, name="table-part"),
    path("entries", entries.entries, name="entries"),
    path("player/<int:number>", table.player, name="player"),
    path("player/<int:number>/cards", table.cards, name="cards"),
    path("dungeon", table.dungeon, name="dungeon"),
    path("left", cards.left, name="left"),
    path("left/risk", cards.left_risk, name="left-risk"),
    path("advice", cards.advice, name="advice"),
    path("advice/risk", cards.advice_risk, name="advice-risk"),
    path("right", cards.right, name="right"),
    path("card/<slug:card>", cards.card, name="card"),
    path("take", cards.take, name="take"),
    path("take/<int:number>", cards.take, name="take-by"),
    path("pad/<slug:do>", cards.pad, name="pad"),
    path("history", history.history, name="history"),
    path("history/<int:number>", history.history_at, name="history-at"),
    path("saves", saves.saves, name="saves"),
    path("saves/<int:number>/delete", saves.save_deletion, name="save-deletion"),
    path("saves/<save:name>", saves.saves_under, name="saves-under"),
    path("settings", settings.settings, name="settings"),
    path("join", invite.join, name="join"),
    path("invite", invite.invite, name="invite"),
    path("phones", invite.phones, name="phones"),
    path("export.json", settings.export, name="export"),
    path("run", run.run, name="run"),
    path("runs", run.runs, name="runs"),
    path("runs.csv", run.runs_file, {"form": "csv"}, name="runs-csv"),
    path("runs.json", run.runs_file, {"form": "json"}, name="runs-json"),
    path("runs/<int:number>", run.story, name="run-story"),
    path("runs/<int:number>/replay", run.replay, name="run-replay"),
    path("runs/<int:number>/share", run.share, name="run-share"),
    path("delete", settings.party_deletion, name="party-deletion"),
]

# /play/
play_urls = [
    path("", play.index, name="play"),
    path("learn", play.learn, name="learn"),
    path("new/<slug:key>", play.new, name="match-new"),
    path("puzzles", puzzles.puzzles, name="puzzles"),
    path("puzzles/<str:name>", puzzles.puzzle, name="puzzle"),
    path("puzzles/<str:name>/on", puzzles.puzzle_on, name="puzzle-on"),
    path("<code:code>/", match.match, name="match"),
    path("<code:code>/table", match.match_part, name="match-part"),
    path("<code:code>/about", play.about, name="match-about"),
    path("<code:code>/join", play.join, name="match-join"),
    path("<code:code>/seat/<int:place>/<str:key>", play.seat, name="match-seat"),
    path("<code:code>/moves", match.moves, name="moves"),
    path("<code:code>/delete", play.deletion, name="match-deletion"),
    path("<code:code>/story", story.story, name="match-story"),
    path("<code:code>/replay", story.replay, name="match-replay"),
    path("<code:code>/par", story.par, name="match-par"),
    path("<code:code>/solution", story.solution, name="match-solution"),
    path("<code:code>/review", story.review, name="match-review"),
    path("<code:code>/ask", story.ask, name="match-ask"),
    path("<code:code>/puzzle", puzzles.puzzle_made, name="match-puzzle"),
    path("<code:code>/share", story.share, name="match-share"),
    path("<code:code>/branch", story.branch, name="match-branch"),
]

# /w/<watch_code>/
watch_urls = [
    path("", table.watch, name="watch"),
    path("table", table.watch, {"part": "#table"}, name="watch-part"),
]

# /rules/
rules_urls = [
    path("", rules.index, name="rules"),
    path("coop", rules.coop, name="rules-coop"),
    path("tracker", rules.tracker, name="rules-tracker"),
    path("returns", rules.returns, name="rules-returns"),
    path("notation", rules.notation, name="rules-notation"),
    path("search", rules.search, name="rules-search"),
    path("coop/", RedirectView.as_view(pattern_name="rules-coop", query_string=True)),
    path("coop/one-page", RedirectView.as_view(pattern_name="rules", query_string=True)),
    path("<slug:key>/", rules.game, name="rules-game"),
    path("<slug:key>/one-page", rules.one_page, name="rules-one-page"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("new", home.party_new, name="party-new"),
    path("new/<int:count>", blank.table, name="blank-table"),
    path("new/<int:count>/sheets", blank.sheets, name="blank-sheets"),
    path("new/<int:count>/tile", blank.tile, name="blank-tile"),
    path("open", home.party_open, name="party-open"),
    path("open-save", home.save_open, name="save-open"),
    path("import", home.party_import, name="party-import"),
    path("runs", run.own_runs, name="own-runs"),
    path("r/<code:share_code>/", run.shared, name="shared-run"),
    path("r/<code:share_code>/picture.png", run.picture, name="run-picture"),
    path("m/<code:share_code>/", story.shared, name="shared-match"),
    path("m/<code:share_code>/picture.png", story.picture, name="match-picture"),
    path("m/<code:share_code>/replay", story.shared_replay, name="shared-replay"),
    path("p/<code:code>/", include(party_urls)),
    path("play/", include(play_urls)),
    path("records/", records.records, name="records"),
    path("records/export.json", records.results_file, name="results-export"),
    path("records/import", records.results_add, name="results-import"),
    path("w/<code:watch_code>/", include(watch_urls)),
    path("rules/", include(rules_urls)),
    path("about", pages.about, name="about"),
    path("language", pages.language, name="language"),
    path("keys", pages.keys, name="keys"),
    path("sw.js", shell.worker, name="worker"),
    path("manifest.webmanifest", shell.manifest, name="manifest"),
    path("apple-touch-icon.png", shell.apple_touch_icon, name="apple-touch-icon"),
    path("offline", shell.offline, name="offline"),
    path("robots.txt", shell.robots, name="robots"),
    path("healthz", shell.healthz, name="healthz"),
    path("trust", pages.trust, name="trust"),
    path("trust/scoundrel.crt", pages.certificate, name="certificate"),
]
