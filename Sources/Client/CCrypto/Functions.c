#include "Functions.h"

#include <dlfcn.h>
#include <pthread.h>

static ccrypto_functions functions;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_open;

static void open_library(void) {
  void *library = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return;
  is_open = 1;
  // POSIX allows the conversion of a data pointer from dlsym to a function; C itself does not.
#define CCRYPTO_FIND(name)                             \
  *(void **)&functions.name = dlsym(library, #name); \
  if (!functions.name) is_open = 0;
  CCRYPTO_FUNCTIONS(CCRYPTO_FIND)
#undef CCRYPTO_FIND
}

const ccrypto_functions *ccrypto_library(void) {
  pthread_once(&once, open_library);
  return is_open ? &functions : 0;
}
