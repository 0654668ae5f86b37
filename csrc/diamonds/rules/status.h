/* Error codes: 0 is success, every other code has a text. Functions that can fail return a Status; results go through out-pointers. */
#ifndef DIAMONDS_RULES_STATUS_H
#define DIAMONDS_RULES_STATUS_H

typedef enum Status {
    STATUS_OK = 0,
    STATUS_NO_MEMORY,     /* an allocation failed */
    STATUS_BAD_PLAYERS,   /* players not 2..6, or teams that do not fit them */
    STATUS_BAD_CARDS,     /* a card outside the deck, or in two places */
    STATUS_BAD_HAND_SIZE, /* hands, trick and tricks left do not fit together */
    STATUS_BAD_TRICK,     /* the trick on the table is impossible */
    STATUS_BAD_CRYSTALS,  /* more crystals than twice the box */
    STATUS_BAD_STAGE,     /* leader, robber, award or thief out of range */
    STATUS_BAD_OPTIONS,   /* unknown objective or model */
    STATUS_BAD_WORLDS,    /* worlds that differ in what the player to decide sees */
    STATUS_COUNT
} Status;

/* The text of a code; never NULL, also for numbers that are no code. */
const char *status_text(int status);

#endif
