"""The games of the shelf, one folder each; two games never import each other."""
