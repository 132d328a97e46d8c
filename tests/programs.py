"""Programs that not every machine has: without one a test is skipped by its name, in CI never."""

from __future__ import annotations

import os
import shutil

import pytest

IN_CI = "CI" in os.environ


def is_missing(program: str) -> bool:
    """Whether a test has to do without it; in CI it is asked for all the same, and fails."""
    return not IN_CI and not shutil.which(program)


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(is_missing(program), reason=f"needs {program}")
