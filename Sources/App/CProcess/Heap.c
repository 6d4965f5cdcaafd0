#include <malloc.h>

#include "CProcess.h"

void cprocess_share_heap(void) {
  mallopt(M_ARENA_MAX, 1);
  // Grows by this much at a time.
  mallopt(M_TOP_PAD, 512 << 10);
}
