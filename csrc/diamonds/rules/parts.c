#include "diamonds/rules/parts.h"

#include <string.h>

static Part part_of(const Act *act)
{
    switch ((Source)act->source) { /* no default: the compiler names a source that is left out */
    case SOURCE_TRICK:
        return PART_TRICKS;
    case SOURCE_DISCARD:
        return PART_DISCARDS;
    case SOURCE_AWARD:
        return (Part)(PART_AWARDS + act->suit);
    case SOURCE_BONUS:
        break;
    }
    return PART_BONUS;
}

void parts_of(const Acts *acts, const Position *p, int side, int16_t *parts)
{
    memset(parts, 0, PARTS * sizeof *parts);
    for (int i = 0; i < acts->count; i++) {
        const Act *act = &acts->act[i];
        bool is_own = side_of(p, act->seat) == side, has_victim = act->victim != NOBODY;
        bool is_robbed = has_victim && side_of(p, act->victim) == side;
        Part part = part_of(act);
        parts[is_own ? part : PART_OTHERS] = (int16_t)(parts[is_own ? part : PART_OTHERS] + act->gain);
        parts[PART_TRICKS_WON] = (int16_t)(parts[PART_TRICKS_WON] + (is_own && part == PART_TRICKS));
        if (has_victim) { /* a partner who is robbed gives what the robber gets */
            Part loss = !is_robbed ? PART_OTHERS : is_own ? part : PART_ROBBED;
            parts[loss] = (int16_t)(parts[loss] - 1);
        }
    }
}
