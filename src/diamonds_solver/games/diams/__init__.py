"""Diam's: diamonds from the market into collections, with forced sales and an end that is drawn (L. Borg; F. and M. Plasse)."""
