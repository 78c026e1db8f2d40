#include "CMemoryHints.h"

#include <sys/mman.h>
#include <unistd.h>

void cachesim_prefer_large_pages(uintptr_t address, size_t length) {
#ifdef MADV_HUGEPAGE
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t start = (address + page - 1) / page * page;
  uintptr_t end = (address + length) / page * page;
  if (start < end) madvise((void *)start, end - start, MADV_HUGEPAGE);
#else
  (void)address;
  (void)length;
#endif
}
