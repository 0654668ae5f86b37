"""A decision valued sample by sample, and the rules of thumb that playouts follow."""
