#include "Library.h"

#include "CPCRE.h"

#include <dlfcn.h>
#include <pthread.h>

static cpcre_functions functions;
static int is_open;
static const char library_name[] = "libpcre2-8.so.0";

static void open_library(void) {
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define CPCRE_TEXT(name) "pcre2_" #name "_8"
#define CPCRE_FIND(name) \
  if (!(functions.name = (__typeof__(functions.name))dlsym(library, CPCRE_TEXT(name)))) return;
  CPCRE_FUNCTIONS(CPCRE_FIND)
#undef CPCRE_FIND
  is_open = 1;
}

const cpcre_functions *cpcre_library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return is_open ? &functions : NULL;
}

const char *cpcre_library_name(void) { return cpcre_library() ? library_name : NULL; }
