# C declarations of csrc/common/rng.h, for the extensions of all games.

from libc.stdint cimport uint64_t

cdef extern from "common/rng.h" nogil:
    ctypedef struct Rng:
        uint64_t state

    Rng rng_stream(uint64_t seed, uint64_t index)
