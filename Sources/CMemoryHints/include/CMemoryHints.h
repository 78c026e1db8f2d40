/// Hints to the processor and the system about memory: they change no result, whatever the address.
///
/// Swift 6.3 has no functions for them.
#ifndef CACHESIM_MEMORY_HINTS_H
#define CACHESIM_MEMORY_HINTS_H

#include <stddef.h>
#include <stdint.h>

/// Asks the processor to fetch an address that is going to be read and written soon.
static inline void cachesim_prefetch(uintptr_t address) {
  __builtin_prefetch((const void *)address, 1, 3);
}

/// Asks the system for large pages, of two megabytes and not of four kilobytes, for memory that is
/// read at random: fewer pages to make and to look up. Nothing happens where there are none.
void cachesim_prefer_large_pages(uintptr_t address, size_t length);

#endif
