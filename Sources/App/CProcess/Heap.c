#include <malloc.h>

#include "CProcess.h"

void cprocess_share_heap(void) {
  mallopt(M_ARENA_MAX, 1);
  // The heap grows by this amount at a time.
  mallopt(M_TOP_PAD, 512 << 10);
}
