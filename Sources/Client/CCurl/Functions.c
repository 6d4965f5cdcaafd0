#include "Functions.h"

#include <dlfcn.h>
#include <pthread.h>

ccurl_functions ccurl_library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_open;

static void open_library(void) {
  // Two large libraries that libcurl loads are opened first. A name is searched for in one library
  // after another, in the order in which they were opened. Because these two are opened first,
  // their many own names are found without searching the others.
  dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
  dlopen("libgnutls.so.30", RTLD_LAZY | RTLD_LOCAL);
  // The binding is lazy, because most functions of those libraries are never called here. It is
  // global, because the functions of the decoders that are loaded with libcurl are looked up in all
  // libraries.
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
