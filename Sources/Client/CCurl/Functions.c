#include "Functions.h"

#include <dlfcn.h>
#include <pthread.h>

ccurl_functions ccurl_library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_open;

static void open_library(void) {
  // Two large ones that it brings along come first. A name is looked for in one library after the other, in
  // the order they were opened in; alone, these find their own many names without asking all the others.
  dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
  dlopen("libgnutls.so.30", RTLD_LAZY | RTLD_LOCAL);
  // Lazy: most of what those libraries call of each other is never called here. Global: the decoders that
  // come with libcurl are looked up among everything there is.
  void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_GLOBAL);
  if (!library) return;
  is_open = 1;
  // POSIX lets a data pointer from dlsym stand for a function; C itself has no such conversion.
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
