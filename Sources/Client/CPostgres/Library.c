#include "Library.h"

#include "CPostgres.h"

#include <dlfcn.h>
#include <pthread.h>

static cpostgres_functions functions;
static int is_open;
static const char library_name[] = "libpq.so.5";

static void open_library(void) {
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define CPOSTGRES_FIND(name) \
  if (!(functions.name = (__typeof__(functions.name))dlsym(library, "PQ" #name))) return;
  CPOSTGRES_FUNCTIONS(CPOSTGRES_FIND)
#undef CPOSTGRES_FIND
  is_open = 1;
}

const cpostgres_functions *cpostgres_library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return is_open ? &functions : NULL;
}

const char *cpostgres_library_name(void) { return cpostgres_library() ? library_name : NULL; }

int cpostgres_library_version(void) {
  const cpostgres_functions *pq = cpostgres_library();
  return pq ? pq->libVersion() : 0;
}
