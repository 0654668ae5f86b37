"""From text and JSON to the raw fields of records, of any game, with every problem at its place."""
