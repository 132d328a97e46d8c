"""What a visitor may want to know about the site itself."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "site/about.html")
