"""What the scripts of benchmarks/ share; none of these files is a command."""
