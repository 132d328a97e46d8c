"""Facts that a visitor may want to know about the site itself."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tracker.web.kept import kept


@require_safe
@kept
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "site/about.html")
