"""Values of many records as a table: a row for each move, or for each record."""
