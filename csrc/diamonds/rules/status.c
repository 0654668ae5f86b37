#include "diamonds/rules/status.h"

static const char *const texts[STATUS_COUNT] = {
    [STATUS_OK] = "ok",
    [STATUS_NO_MEMORY] = "not enough memory",
    [STATUS_BAD_PLAYERS] = "the number of players or teams is not one of the game",
    [STATUS_BAD_CARDS] = "a card is outside the deck or in two places",
    [STATUS_BAD_HAND_SIZE] = "hands, trick and tricks left do not fit together",
    [STATUS_BAD_TRICK] = "the trick on the table is impossible",
    [STATUS_BAD_CRYSTALS] = "more than twice the crystals of the box",
    [STATUS_BAD_STAGE] = "leader, robber, award or thief is out of range",
    [STATUS_BAD_OPTIONS] = "unknown objective or model",
    [STATUS_BAD_WORLDS] = "the worlds differ in what the player to decide sees",
};

const char *status_text(int status) { return status >= 0 && status < STATUS_COUNT ? texts[status] : "unknown status"; }
