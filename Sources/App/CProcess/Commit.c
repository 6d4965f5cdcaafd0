#include "CProcess.h"

#ifndef WEIR_COMMIT
#define WEIR_COMMIT ""
#endif

const char *cprocess_commit(void) { return WEIR_COMMIT; }
