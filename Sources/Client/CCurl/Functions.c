#include "Functions.h"

#include <dlfcn.h>
#include <pthread.h>

ccurl_functions ccurl_library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_open;

static void open_library(void) {
  // Opens two large libraries on which libcurl depends. The linker searches libraries in the order
  // in which they were opened, so the many names of these two are found without searching the
  // others.
  dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
  dlopen("libgnutls.so.30", RTLD_LAZY | RTLD_LOCAL);
  // Lazy binding, because most functions of these libraries are never called. Global scope, because
  // Decoding.c looks up the functions of the decoders in all libraries.
  void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_GLOBAL);
  if (!library) return;
  is_open = 1;
  // POSIX allows converting a data pointer from dlsym to a function pointer. C itself does not.
#define CCURL_FIND(name)                                            \
  *(void **)&ccurl_library.name = dlsym(library, "curl_" #name); \
  if (!ccurl_library.name) is_open = 0;
  CCURL_FUNCTIONS(CCURL_FIND)
#undef CCURL_FIND
}

int ccurl_open_library(void) {
  pthread_once(&once, open_library);
  return is_open;
}
