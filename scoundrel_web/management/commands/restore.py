from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import ngettext

from tracker.services.backup import BackupFault, backup_restore


class Command(BaseCommand):
    help = "Restore all parties from a backup file, into either database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="replace all parties that are here"
        )

    def handle(self, *, file: Path, replace: bool, **options: Any) -> None:
        try:
            count = backup_restore(file, replace=replace)
        except BackupFault as fault:
            raise CommandError(f"{fault} Nothing has been changed.") from None
        self.stdout.write(
            ngettext("{count} row is back.", "{count} rows are back.", count).format(count=count)
        )
