#include "OpenSSL.h"

#include "Library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static cmosquitto_openssl_functions functions;
static int is_found;

static void find_functions(void) {
  void *library = cmosquitto_library_handle();
  if (!library) return;
  // dlsym searches the library and all libraries that it is linked to.
#define CMOSQUITTO_OPENSSL_FIND(name) \
  if (!(functions.name = (__typeof__(functions.name))dlsym(library, #name))) return;
  CMOSQUITTO_OPENSSL_FUNCTIONS(CMOSQUITTO_OPENSSL_FIND)
#undef CMOSQUITTO_OPENSSL_FIND
  is_found = 1;
}

const cmosquitto_openssl_functions *cmosquitto_openssl(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_functions);
  return is_found ? &functions : NULL;
}
