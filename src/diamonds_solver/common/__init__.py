"""What knows no game and nothing of games: quantities, threads, options, the build, wording."""
