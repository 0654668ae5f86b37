/* What JavaScript has to know of structs, besides solver_fields. The WebAssembly module exports functions of solver.h, position.h, dealer.h,
 * players/ and play.h (Makefile, EXPORTS), and JavaScript fills their structs in the module's memory. */
#include "common/dealer.h"
#include "diamonds/players/ismcts.h"
#include "diamonds/players/passing.h"
#include "diamonds/players/playout.h"
#include "diamonds/solver.h"
#include "diamonds/wasm/play.h"

#define FIELD STRUCT_FIELD
#define END STRUCT_END

extern const StructField wasm_fields[];

/* clang-format off */
const StructField wasm_fields[] = {
    FIELD(SolveOptions, objective), FIELD(SolveOptions, model), FIELD(SolveOptions, best_only), FIELD(SolveOptions, node_limit),
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
    FIELD(Effect, kind), FIELD(Effect, seat), FIELD(Effect, suit), FIELD(Effect, gains), END(Effect),
    FIELD(IsmctsOptions, utility), FIELD(IsmctsOptions, exploration), FIELD(IsmctsOptions, bias), FIELD(IsmctsOptions, policy),
    FIELD(IsmctsOptions, seed), FIELD(IsmctsOptions, node_limit), END(IsmctsOptions),
    FIELD(RootMove, move), FIELD(RootMove, mean), FIELD(RootMove, visits), END(RootMove),
    {NULL, NULL, 0, 0},
};
/* clang-format on */
