"""Checks a certificate of a value of Diamonds: ``python verify.py FILE``. It knows the rules, and imports nothing of the package.

The format: docs/reference/certificate.md. The checker walks through the game from the position of the claim, depth first. Where a side
decides whose strategy is checked, the next line is its move; else it tries all moves. It believes nothing: a wrong line is an illegal move,
leads to too few points, or leaves lines over. Each card played leaves fewer, so nothing is cyclic. The last trick and the awards need no
lines: there all moves of all sides are tried. Why positions may count as the same:
- Cards of a suit in one hand with no other live card between them (one in another hand, or the one that wins the trick so far): exchanging
  them changes no later comparison of ranks. So one of them is tried. Where a trick starts only the order of ranks in each suit matters.
- Cards taken count by side, and only in comparisons, for the awards: the least number is subtracted. A side too far behind to reach even a
  tie counts as one that just cannot.
- A showroom matters only by being empty. From the start of a trick each S or C card still to be played gives at most one action that takes
  a crystal away (as a discard, or led), and so do the S and C awards: K in all. K crystals are as good as more.
- What is proven of a position is the gain from there on, which does not depend on how it was reached.
"""

import re
import sys
from functools import lru_cache
from pathlib import Path

SUITS = "DHSC"
LANES = [0xFFFF << 16 * suit for suit in range(4)]
AWARDS_DONE, OVER = 4, 5
MOST_LAST = 1 << 16  # states: some tens of megabytes


class CertificateError(Exception):
    """Arguments: the line of the file, from 1; what is wrong; 1 where the claim is not proven, 3 where the file is no certificate."""


class Rules:
    """The rules, for states (hands, showrooms, points, taken, winners, leader, trick, robber, award): hands are bits 16 * suit + rank,
    winners bits of seats; points are gains by side since the claim; taken is by suit, then side; the robber is the seat that owes a victim,
    else -1, in games with the thief token -2 less the seat that has it; the award is the suit whose award comes next, once no cards are
    left."""

    def __init__(self, players, teams):
        self.players, self.sides = players, players // 2 if teams else players
        self.trick_size = 4 if players == 2 else players

    def victims(self, rooms, seat, robber):
        return [other for other in range(self.players) if other != seat and rooms[other] and (robber > -2 or other == -2 - robber)]

    def act(self, state, seat, suit, victim=-1):
        """A suit action; a robbery of one of several stays open until its victim is named."""
        rooms, points, side, robber = list(state[1]), list(state[2]), seat % self.sides, min(state[7], -1)
        victims = self.victims(rooms, seat, robber) if suit == 3 else ()
        if victim < 0 and len(victims) > 1:
            return *state[:7], seat, state[8]
        points[side] += 2 if suit == 0 else suit == 1 or (suit == 2 and rooms[seat] > 0) or len(victims) > 0
        rooms[seat] += (suit == 1) + (len(victims) > 0) - (suit == 2 and rooms[seat] > 0)
        if victims:
            victim = victims[0] if victim < 0 else victim
            rooms[victim] -= 1
            points[victim % self.sides] -= 1
        if suit == 3 and robber < -1:  # the token goes on
            robber = -2 - (-1 - robber) % self.players
        return state[0], tuple(rooms), tuple(points), *state[3:7], robber, state[8]

    def settle(self, state):
        """Goes on until somebody decides or the round is over."""
        while True:
            hands, rooms, points, taken, winners, leader, trick, robber, award = state
            if robber >= 0 or award == OVER:
                return state
            if len(trick) == self.trick_size:
                led = trick[0] >> 4
                winner = (leader + trick.index(max(card for card in trick if card >> 4 == led))) % self.players
                counts = list(taken)
                for card in trick:
                    counts[(card >> 4) * self.sides + winner % self.sides] += 1
                state = self.act((hands, rooms, points, tuple(counts), winners | 1 << winner, winner, (), robber, award), winner, led)
            elif trick or any(hands):
                return state
            elif award == AWARDS_DONE:
                trickless = [seat % self.sides for seat in range(self.players) if not winners >> seat & 1]
                points = tuple(count + 4 * trickless.count(side) for side, count in enumerate(points))
                return hands, rooms, points, taken, winners, leader, trick, robber, OVER
            else:
                options = self.options(state)
                if len(options) > 1:
                    return state
                for actor, victim in options:
                    state = self.act(state, actor, award, victim)
                state = (*state[:8], award + 1)

    def options(self, state):
        """All (actor, victim) for the award that comes next; victim -1 except for clubs without the thief."""
        rooms, taken, robber, award = state[1], state[3], state[7], state[8]
        totals = taken[award * self.sides : (award + 1) * self.sides]
        side = totals.index(max(totals))
        seats = range(side, self.players, self.sides) if totals.count(max(totals)) == 1 else ()
        chooses = award == 3 and robber > -2
        victims = {seat: self.victims(rooms, seat, -1) if chooses else [-1] * (award != 2 or rooms[seat] > 0) for seat in seats}
        return [(seat, victim) for seat in seats for victim in victims[seat]]

    def moves(self, state, reduced):
        """The side that decides, and its moves: cards, (-1, victim) or (actor, victim). `reduced` leaves out equal cards."""
        hands, rooms, _, _, _, leader, trick, robber, _ = state
        if robber >= 0:
            return robber % self.sides, [(-1, victim) for victim in self.victims(rooms, robber, robber)]
        if not trick and not any(hands):
            options = self.options(state)
            return options[0][0] % self.sides, options
        seat, live, cards = (leader + len(trick)) % self.players, sum(hands), []
        if trick:
            live += 1 << max([card for card in trick if card >> 4 == trick[0] >> 4])
        rest = (trick and hands[seat] & LANES[trick[0] >> 4]) or hands[seat]
        while rest:
            card = rest.bit_length() - 1
            rest ^= 1 << card
            below = live & ((1 << card) - 1) & LANES[card >> 4]
            if not reduced or not below or not hands[seat] >> below.bit_length() - 1 & 1:
                cards.append(card)
        return seat % self.sides, cards

    def play(self, state, move):
        hands, leader, trick, robber, award = state[0], *state[5:]
        if robber >= 0:
            return self.settle(self.act(state, robber, 3, move[1]))
        if not isinstance(move, int):
            return self.settle((*self.act(state, move[0], award, move[1])[:8], award + 1))
        seat = (leader + len(trick)) % self.players
        hands = (*hands[:seat], hands[seat] ^ 1 << move, *hands[seat + 1 :])
        state = hands, *state[1:6], (*trick, move), robber, award
        return self.settle(state if move >> 4 == state[6][0] >> 4 else self.act(state, seat, move >> 4))

    def key(self, state):
        """What is the same for two states at the start of a trick that are the same game (see above); else None."""
        hands, rooms, _, taken, winners, leader, trick, robber, _ = state
        if trick or robber >= 0 or not any(hands):
            return None
        parts, limit = [winners, leader, robber], 2
        for suit in range(4):
            owners = owners_of(*[hand >> 16 * suit & 0xFFFF for hand in hands])
            totals = taken[suit * self.sides : (suit + 1) * self.sides]
            low = max(totals) - len(owners) - 1
            totals = [max(total, low) for total in totals]
            low = min(totals)
            parts += [owners, *[total - low for total in totals]]
            limit += len(owners) if suit > 1 else 0
        return (*parts, *[min(room, limit) for room in rooms])


@lru_cache(None)
def owners_of(*lanes):
    """The owners of a suit's cards, in the order of their ranks."""
    return bytes([seat for rank in range(16) for seat, lane in enumerate(lanes) if lane >> rank & 1])


def name_of(move):
    """A move as the file has it: D15, >P2 (the victim), P3 or P3>P2 (who performs an award, and whom that player robs)."""
    if isinstance(move, int):
        return f"{SUITS[move >> 4]}{move & 15}"
    return (f"P{move[0] + 1}" if move[0] >= 0 else "") + (f">P{move[1] + 1}" if move[1] >= 0 else "")


class Checker:
    """Reads a certificate, an open binary file. `line` is the number of the line read last; `known` has gains by `Rules.key`, `last` those
    of states within last tricks and of awards, which are forgotten where they get many."""

    def __init__(self, file):
        self.file, self.line, self.known, self.last = file, 0, {}, {}

    def failure(self, reason, code=1):
        return CertificateError(self.line, reason, code)

    def read(self):
        self.line += 1
        if not re.fullmatch(rb"[ -~]+\n", line := self.file.readline(500)):
            ends = "lines of a certificate end with LF alone, and this one with CR LF" if line.endswith(b"\r\n") else ""
            raise self.failure(ends or ("a line of plain text is expected" if line else "the file ends too early"), 3)
        return line[:-1].decode("ascii")

    def field(self, name, pattern):
        """The words of the next line after its name; "-" stands for none."""
        if not re.fullmatch(rf"{name} {pattern}", line := self.read()):
            raise self.failure(f"{name!r} and its value are expected, not {line!r}", 3)
        return [word for word in line[len(name) :].split() if word != "-"]

    def expect(self, text):
        if (line := self.read()) != text:
            raise self.failure(f"{text!r} is expected, not {line!r}")

    def cards(self, name):
        words = self.field(name, "(-|[DHSC]([1-9]|1[0-5])( [DHSC]([1-9]|1[0-5]))*)")
        return [16 * SUITS.index(word[0]) + int(word[1:]) for word in words]

    def claim(self):
        """Reads the position of the claim: the rules and the state."""
        if self.read() != "diamonds-certificate 1":
            raise self.failure("this is not a certificate: 'diamonds-certificate 1' is expected", 3)
        players = int(self.field("players", "[2-6]")[0])
        rules = Rules(players, self.field("teams", "(no|yes)" if players in (4, 6) else "no") == ["yes"])
        seat, number, taken = f"P[1-{players}]", "(0|[1-9][0-9]{0,2})", [0] * (4 * rules.sides)
        hands = [self.cards(f"hand P{i + 1}") for i in range(players)]
        rooms = tuple(map(int, self.field("showroom", f"{number}( {number}){{{players - 1}}}")))
        for i in range(players):
            for suit, count in enumerate(self.field(f"taken P{i + 1}", f"{number}( {number}){{3}}")):
                taken[suit * rules.sides + i % rules.sides] += int(count)
        winners = {int(word[1:]) - 1 for word in self.field("winners", f"(-|{seat}( {seat})*)")}
        leader, trick = int(self.field("leader", seat)[0][1:]) - 1, self.cards("trick")
        *thief, robber = self.field("robber", f"(-|(thief )?{seat})") or ["P0"]
        robber = -1 - int(robber[1:]) if thief else int(robber[1:]) - 1
        award = SUITS.index(self.field("award", "[DHSC]")[0])
        cards, played = sum(hands, trick), [(leader + i) % players for i in range(len(trick))]
        sizes = {len(hand) + played.count(i) for i, hand in enumerate(hands)}
        if len(set(cards)) < len(cards) or len(sizes) > 1 or len(trick) > rules.trick_size or (award and (cards or robber >= 0)):
            raise self.failure("a card appears twice, or hands, trick, robber and award do not agree", 3)
        bits, winners = tuple([sum([1 << card for card in hand]) for hand in hands]), sum([1 << i for i in winners])
        state = bits, rooms, (0,) * rules.sides, tuple(taken), winners, leader, tuple(trick), robber, award
        if max(sizes) % (rules.trick_size // players) or rules.settle(state) != state or not rules.moves(state, False)[1]:
            raise self.failure("there is nothing to decide in this position", 3)
        return rules, state

    def check(self):
        """What is proven, as a dict. Raises CertificateError."""
        self.rules, state = self.claim()
        side, sides, whole = self.rules.moves(state, True)[0], self.rules.sides, "(0|-?[1-9][0-9]{0,3})"
        others, model, positions = {*range(sides)} - {side}, self.field("model", "(paranoid|maxn)")[0], 0
        if model == "maxn":
            objective, value = "points", tuple(map(int, self.field("value", whole + f"( {whole}){{{sides - 1}}}")))
            self.expect("graph")
            if self.best(state) != value:
                raise self.failure(f"the value is not {value}")
        else:
            objective = self.field("objective", "(margin|points)")[0]
            scale = sides - 1 if objective == "margin" else 1
            number = int(self.field("value", whole + (f"/{scale}" if scale > 1 else ""))[0].partition("/")[0])
            weights, value = [scale if i == side else -1 if objective == "margin" else 0 for i in range(sides)], number / scale
            for part, heroes, sign in (("at least", {side}, 1), ("at most", others, -1)):
                self.weights, self.heroes, self.goal = [sign * weight for weight in weights], heroes, sign * number
                positions, self.known, self.last = positions + len(self.known), {}, {}
                self.expect(part)
                if self.reach(state) < self.goal:
                    raise self.failure(f"the value is not proven to be {part} {value:g}: the strategy reaches less")
        self.expect("end")
        if self.file.read(1):
            raise self.failure("nothing may follow 'end'")
        seats, positions = [f"P{seat + 1}" for seat in range(side, self.rules.players, sides)], positions + len(self.known)
        return {"seats": seats, "model": model, "objective": objective, "value": value, "positions": positions, "lines": self.line}

    def next_move(self, state):
        line, moves = self.read(), {name_of(move): move for move in self.rules.moves(state, False)[1]}
        if line not in moves:
            raise self.failure(f"one of the moves {', '.join(moves)} is expected, not {line!r}")
        return moves[line]

    def is_last(self, state):
        return sum(state[0]).bit_count() + len(state[6]) <= self.rules.trick_size

    def memory(self, state, wanted=None):
        """Where the gain from a state is kept, and its key there; the key is None where it is not kept. From the first card of the last
        trick on only the same question, for `wanted` more points, is answered by what is kept: that saves time and changes no answer."""
        key = self.rules.key(state)
        if key or not self.is_last(state) or (any(state[0]) and not state[6]):
            return self.known, key
        self.last = {} if len(self.last) >= MOST_LAST else self.last
        return self.last, (*state[:2], *state[3:], wanted)

    def each(self, moves):
        return moves

    def reach(self, state):
        """A proven lower bound of the final score; less than the goal ends the walk, or another move of the last trick is tried."""
        score = sum([weight * points for weight, points in zip(self.weights, state[2], strict=True)])
        known, key = self.memory(state, self.goal - score)
        if state[8] == OVER or (key in known and (known is not self.known or score + known[key] >= self.goal)):
            return score if state[8] == OVER else score + known[key]
        (side, moves), value = self.rules.moves(state, True), None
        is_hero = side in self.heroes
        for move in self.each(moves) if not is_hero or self.is_last(state) else [self.next_move(state)]:
            reached = self.reach(self.rules.play(state, move))
            if value is None or (reached > value) == is_hero:
                value = reached
            if (value >= self.goal) == is_hero:
                break
        if key and (known is not self.known or value >= self.goal):
            known[key] = value - score
        return value

    def best(self, state):
        """The final points by max^n. The file has the gains from each start of a trick but the last, after those of later positions."""
        (known, key), sides = self.memory(state), self.rules.sides
        if state[8] == OVER:
            return state[2]
        if key in known:
            return tuple([before + gain for before, gain in zip(state[2], known[key], strict=True)])
        side, moves = self.rules.moves(state, True)
        around = [(side + i) % sides for i in range(1, sides)]
        ends = [self.best(self.rules.play(state, move)) for move in self.each(moves)]
        end = max(ends, key=lambda points: (points[side], -sum([points[i] for i in around]), [-points[i] for i in around]))
        if key:
            known[key] = tuple([after - before for after, before in zip(end, state[2], strict=True)])
            if not self.is_last(state):
                self.expect(" ".join(map(str, known[key])))
        return end


def main(args):
    """0: proven, 1: not proven, 2: wrong usage, 3: no certificate, or one that cannot be read."""
    if len(args) != 1:
        print("usage: python verify.py FILE", file=sys.stderr)
        return 2
    try:
        with Path(args[0]).open("rb") as file:
            print("proven:", ", ".join(f"{name} {fact}" for name, fact in Checker(file).check().items()))
    except CertificateError as error:
        print(f"{args[0]}:{error.args[0]}: error: {error.args[1]}", file=sys.stderr)
        return error.args[2]
    except OSError as error:
        print(f"{args[0]}: error: {error.strerror}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
