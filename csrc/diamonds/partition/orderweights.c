#include "diamonds/partition/orderweights.h"

#define NAME(name, ...) #name,
#define TWO(name, two, ...) two,
#define SINGLE(name, two, single, coalition, ...) single,
#define COALITION(name, two, single, coalition, ...) coalition,
#define SINGLE_OF_MANY(name, two, single, coalition, single_of_many, ...) single_of_many,
#define LARGE_COALITION(name, two, single, coalition, single_of_many, large_coalition, ...) large_coalition,
#define TWO_TEAMS(name, two, single, coalition, single_of_many, large_coalition, two_teams, three_teams) two_teams,
#define THREE_TEAMS(name, two, single, coalition, single_of_many, large_coalition, two_teams, three_teams) three_teams,

const int16_t order_weights[ORDER_COLUMNS][ORDER_WEIGHTS] = {
    [ORDER_TWO] = {ORDER_TABLE(TWO)},
    [ORDER_SINGLE] = {ORDER_TABLE(SINGLE)},
    [ORDER_COALITION] = {ORDER_TABLE(COALITION)},
    [ORDER_SINGLE_OF_MANY] = {ORDER_TABLE(SINGLE_OF_MANY)},
    [ORDER_LARGE_COALITION] = {ORDER_TABLE(LARGE_COALITION)},
    [ORDER_TWO_TEAMS] = {ORDER_TABLE(TWO_TEAMS)},
    [ORDER_THREE_TEAMS] = {ORDER_TABLE(THREE_TEAMS)},
};

const char *const order_names[ORDER_WEIGHTS] = {ORDER_TABLE(NAME)};
