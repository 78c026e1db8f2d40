/// Asks the processor to fetch an address that is going to be read and written soon.
///
/// Swift 6.3 has no function for it. It is a hint: an invalid address does no harm.
#ifndef CACHESIM_PREFETCH_H
#define CACHESIM_PREFETCH_H

#include <stdint.h>

static inline void cachesim_prefetch(uintptr_t address) {
  __builtin_prefetch((const void *)address, 1, 3);
}

#endif
