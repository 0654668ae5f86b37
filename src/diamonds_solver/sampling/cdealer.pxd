# C declarations of common/dealer.h; only what _sampling.pyx uses.

from libc.stddef cimport size_t
from libc.stdint cimport uint8_t, uint64_t

cdef extern from "common/dealer.h" nogil:
    ctypedef struct Dealer:
        pass

    ctypedef struct DealerPlan:
        int items, receivers
        const double *weights
        const uint8_t *needs
        const uint8_t *groups
        const uint8_t *quotas

    Dealer *dealer_new(const DealerPlan *plan)
    void dealer_free(Dealer *dealer)
    double dealer_total(const Dealer *dealer)
    int dealer_marginals(const Dealer *dealer, double *out)
    void dealer_deal(const Dealer *dealer, uint64_t seed, uint64_t first, size_t count, uint8_t *out)
    size_t dealer_all(const Dealer *dealer, size_t room, uint8_t *out)
    int dealer_shuffled(const Dealer *dealer, uint64_t seed, size_t count, uint8_t *out)
