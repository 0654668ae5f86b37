"""From a record to moves compared."""
