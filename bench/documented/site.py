"""A tap done the documented way: model objects, a template fragment, Django's own ASGI handler.

Beside it a view that does nothing, to see what every request costs at the least. `application` is
the stock handler, `lean` the way the real site runs Django.
"""

import os
import uuid

os.environ["DJANGO_SETTINGS_MODULE"] = "bench.documented.settings"

from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template import engines
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_POST

FRAGMENT = """<section><h2>{{ player.name }}</h2><form method="post">{% csrf_token %}
{% for step in steps %}<button name="command" value="hp:{{ player.number }}:{{ step }}">{{ step }}
</button>{% endfor %}</form><output>{{ player.hp }}</output></section>"""
STEPS = ("-5", "-3", "-1", "+1", "+3", "+5")

application = get_asgi_application()

from scoundrel_web.threads import Threads  # noqa: E402 (models need Django set up)
from tracker.models import Entry, Party, Player  # noqa: E402

lean = Threads(get_wsgi_application(), largest=10_000)

fragment = engines["django"].from_string(FRAGMENT)


@require_POST
def tap(request: HttpRequest, code: str) -> HttpResponse:
    number, step = map(int, request.POST["command"].split(":")[1:])
    with transaction.atomic():
        party = get_object_or_404(Party.objects.select_for_update(), code=code)
        player = get_object_or_404(Player, party=party, number=number)
        before = player.hp
        player.hp = min(20, player.hp + step)
        player.save()
        party.revision += 1
        party.updated = timezone.now()
        party.save()
        Entry.objects.create(
            party=party,
            number=party.revision,
            key=uuid.uuid4().hex,
            text=request.POST["command"],
            changes={f"players.{number}.hp": [before, player.hp]},
            created=party.updated,
        )
    return HttpResponse(fragment.render({"player": player, "steps": STEPS}, request))


def table(request: HttpRequest, code: str) -> HttpResponse:
    party = get_object_or_404(Party, code=code)
    players = Player.objects.filter(party=party).order_by("number")
    shown = [fragment.render({"player": player, "steps": STEPS}, request) for player in players]
    return HttpResponse("".join(shown))


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


urlpatterns = [
    path("p/empty/entries", empty),
    path("p/<str:code>/entries", tap),
    path("p/<str:code>/table", table),
    path("", empty),
]
