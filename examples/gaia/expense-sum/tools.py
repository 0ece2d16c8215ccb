"""Adds up expenses by category."""

import csv
from collections import defaultdict
from decimal import Decimal, InvalidOperation

from gaia.agents.base.tools import tool


@tool
def sum_expenses(file: str) -> dict:
    """Adds up the amounts of a CSV file by category."""
    sums = defaultdict(Decimal)
    unread = []
    with open(file, newline="", encoding="utf-8") as source:
        for number, row in enumerate(csv.DictReader(source), start=2):
            try:
                sums[row["category"]] += Decimal(row["amount"])
            except (KeyError, InvalidOperation, TypeError):
                unread.append(number)
    return {"sums": {key: str(value) for key, value in sums.items()}, "unread_lines": unread}
