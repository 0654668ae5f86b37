/* What JavaScript has to know of structs, besides solver_fields. The WebAssembly module exports functions of solver.h, position.h, dealer.h,
 * players/, seat/ and advice/ (Makefile, EXPORTS) and one that stands here, and JavaScript fills their structs in the module's memory. */
#include "common/dealer.h"
#include "diamonds/advice/recommend.h"
#include "diamonds/advice/why.h"
#include "diamonds/players/ismcts.h"
#include "diamonds/players/passing.h"
#include "diamonds/players/playout.h"
#include "diamonds/players/worlds.h"
#include "diamonds/seat/round.h"
#include "diamonds/solver.h"

#define FIELD STRUCT_FIELD
#define END STRUCT_END

typedef int16_t Parts[PARTS];

extern const StructField wasm_fields[];

/* clang-format off */
const StructField wasm_fields[] = {
    FIELD(SolveOptions, objective), FIELD(SolveOptions, model), FIELD(SolveOptions, best_only), FIELD(SolveOptions, node_limit),
    FIELD(SolveOptions, parts), FIELD(SolveOptions, parts_budget),
    END(SolveOptions),
    FIELD(DealerPlan, items), FIELD(DealerPlan, receivers), FIELD(DealerPlan, weights), FIELD(DealerPlan, needs), END(DealerPlan),
    FIELD(Utility, goal), FIELD(Utility, rounds_left), FIELD(Utility, sigma), END(Utility),
    END(Players),
    FIELD(Playouts, players), FIELD(Playouts, worlds), FIELD(Playouts, world_count), FIELD(Playouts, seen), FIELD(Playouts, moves),
    FIELD(Playouts, move_count), FIELD(Playouts, seed), FIELD(Playouts, first), FIELD(Playouts, utility), END(Playouts),
    FIELD(PassGame, deck), FIELD(PassGame, players), FIELD(PassGame, sides), END(PassGame),
    FIELD(PassPlayouts, players), FIELD(PassPlayouts, worlds), FIELD(PassPlayouts, world_count), FIELD(PassPlayouts, passes),
    FIELD(PassPlayouts, pass_count), FIELD(PassPlayouts, giver), FIELD(PassPlayouts, receiver), FIELD(PassPlayouts, seen),
    FIELD(PassPlayouts, seed), FIELD(PassPlayouts, first), FIELD(PassPlayouts, utility), END(PassPlayouts),
    FIELD(Act, source), FIELD(Act, seat), FIELD(Act, suit), FIELD(Act, victim), FIELD(Act, gain), END(Act),
    FIELD(Acts, act), FIELD(Acts, count), END(Acts),
    END(Parts),
    FIELD(Round, seen), FIELD(Round, sizes), END(Round),
    FIELD(AutoDecision, players), FIELD(AutoDecision, sides), FIELD(AutoDecision, cards), FIELD(AutoDecision, deals),
    FIELD(AutoDecision, goal), FIELD(AutoDecision, has_thief), FIELD(AutoDecision, is_perfect), END(AutoDecision),
    FIELD(AutoPlan, engine), FIELD(AutoPlan, infers), FIELD(AutoPlan, by_net), FIELD(AutoPlan, early), FIELD(AutoPlan, share),
    END(AutoPlan),
    END(Table),
    FIELD(PreferenceAsk, policy), FIELD(PreferenceAsk, tricks), FIELD(PreferenceAsk, early), FIELD(PreferenceAsk, share),
    FIELD(PreferenceAsk, goal), FIELD(PreferenceAsk, seed), END(PreferenceAsk),
    FIELD(Preference, gains), FIELD(Preference, reason), END(Preference),
    FIELD(Why, points), FIELD(Why, reach), FIELD(Why, lead), FIELD(Why, is_chance), FIELD(Why, is_sure), END(Why),
    FIELD(Beliefs, tells), FIELD(Beliefs, share), END(Beliefs),
    FIELD(IsmctsOptions, utility), FIELD(IsmctsOptions, exploration), FIELD(IsmctsOptions, bias), FIELD(IsmctsOptions, policy),
    FIELD(IsmctsOptions, seed), FIELD(IsmctsOptions, node_limit), END(IsmctsOptions),
    FIELD(RootMove, move), FIELD(RootMove, mean), FIELD(RootMove, parts), FIELD(RootMove, visits), END(RootMove),
    {NULL, NULL, 0, 0},
};
/* clang-format on */

void player_move(const Policy *policy, const Position *position, Cards seen, uint64_t seed, Move *move);

/* The move by rules or by a net, drawn from stream 0 of the seed; `seen` as for playouts_run. */
void player_move(const Policy *policy, const Position *position, Cards seen, uint64_t seed, Move *move)
{
    Rng rng = rng_stream(seed, 0);
    *move = policy_move(policy, position, worlds_seen(position, seen), &rng);
}
