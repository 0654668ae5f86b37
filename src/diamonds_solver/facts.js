export default {
  "game": {"rounds": {"2": 4, "3": 6, "4": 4, "5": 5, "6": 6}, "perfect_ranks": {"2": 8, "3": 9, "4": 13, "5": 15}, "max_rank": 15, "hand": 10, "start_showroom": 3},
  "exact": {"memory": 16, "node_limit": 1000000, "few_deals": 1000, "few_kept_deals": 4000, "kept_cards": {"2": 16, "3": 6, "4": 5, "5": 3, "6": 4}, "kept_nodes": 2000000, "parts_budget": 16},
  "trees": {"number": 24, "slice": 1000, "steps": 8, "uses": 4, "least": 100, "exploration": {"margin": 8.0, "points": 8.0, "win": 0.5}},
  "passes": {"screen_worlds": 24, "kept": 12},
  "work": {"exact": 4000, "few": 400, "playout": 32000, "weighed": 16000, "pass": 16000, "tree": 32000, "tree_of_many": 20000},
  "looks": {"earliest": 4, "next": 1.5, "sure": 5},
  "inference": {"block": 250, "exact_block": 100},
  "losses": {"tie": 1e-9, "delta": 0.1, "unseen": 30, "known": [0.25, 0.5, 1.0], "hindsight": [1.0, 2.0, 3.0]},
  "levels": {"easy_slips": 0.3, "strong_share": 0.125, "words": {"easy": "rules of thumb, with slips", "normal": "rules of thumb", "strong": "what 'diamonds advise' finds best"}},
  "practice_days": [1, 3, 7, 16, 35, 90],
  "told_steps": 24,
  "seconds": {"guard": 60, "pause": 0.2}
}
