# cython: language_level=3, boundscheck=False, wraparound=False
"""The C dealer, as thin as it can be: arrays in, arrays out. The checks of meaning are in dealer.py, which alone should use this."""

cimport cython

from . cimport cdealer as c
from .cdealer cimport uint8_t, uint64_t


@cython.final
cdef class CDealer:
    """Owns one C dealer, which never changes: any number of threads may use it. C runs without the GIL."""

    cdef c.Dealer *_dealer
    cdef Py_ssize_t _items, _receivers

    def __cinit__(self, const double[:, ::1] weights, const uint8_t[::1] needs, const uint8_t[::1] groups, const uint8_t[::1] quotas):
        """Without quotas `groups` and `quotas` are empty."""
        cdef c.DealerPlan plan
        self._items, self._receivers = weights.shape[0], weights.shape[1]
        plan.items, plan.receivers = <int>self._items, <int>self._receivers
        plan.weights = &weights[0, 0] if self._items else NULL
        plan.needs = &needs[0]
        plan.groups = &groups[0] if groups.shape[0] else NULL
        plan.quotas = &quotas[0] if quotas.shape[0] else NULL
        with nogil:
            self._dealer = c.dealer_new(&plan)
        if self._dealer is NULL:
            raise MemoryError("the dealer's tables do not fit in memory, or in 1 GiB")

    def __dealloc__(self):
        c.dealer_free(self._dealer)

    @property
    def total(self):
        return c.dealer_total(self._dealer)

    def marginals(self, double[:, ::1] out):
        """Fills out[items, receivers]. The total must not be 0."""
        cdef int done
        if out.shape[0] != self._items or out.shape[1] != self._receivers:
            raise ValueError("the array does not match the dealer")
        if self._items == 0:
            return
        with nogil:
            done = c.dealer_marginals(self._dealer, &out[0, 0])
        if not done:
            raise MemoryError("not enough memory for the dealer's tables")

    def deal(self, uint64_t seed, uint64_t first, uint8_t[:, ::1] out):
        """Fills out[count, items]. The total must not be 0."""
        self._check_rows(out)
        if self._items == 0 or out.shape[0] == 0:
            return
        with nogil:
            c.dealer_deal(self._dealer, seed, first, <size_t>out.shape[0], &out[0, 0])

    def all_deals(self, uint8_t[:, ::1] out, seed=None):
        """Fills out[deals, items]; in random order where there is a seed."""
        cdef size_t rows
        cdef uint64_t number = seed or 0
        cdef bint is_shuffled = seed is not None
        self._check_rows(out)
        if self._items == 0 or out.shape[0] == 0:
            return
        with nogil:
            if is_shuffled:
                rows = out.shape[0] if c.dealer_shuffled(self._dealer, number, <size_t>out.shape[0], &out[0, 0]) else 0
            else:
                rows = c.dealer_all(self._dealer, <size_t>out.shape[0], &out[0, 0])
        if rows != <size_t>out.shape[0]:
            raise MemoryError("not enough memory for all deals")

    cdef _check_rows(self, uint8_t[:, ::1] out):
        if out.shape[1] != self._items:
            raise ValueError("the array does not match the dealer")
