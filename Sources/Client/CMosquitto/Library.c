#include "Library.h"

#include "CMosquitto.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static cmosquitto_functions functions;
static void *library_handle;
static int is_open;
static const char library_name[] = "libmosquitto.so.1";

static void open_library(void) {
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define CMOSQUITTO_FIND(name) \
  if (!(functions.name = (__typeof__(functions.name))dlsym(library, "mosquitto_" #name))) return;
  CMOSQUITTO_FUNCTIONS(CMOSQUITTO_FIND)
#undef CMOSQUITTO_FIND
  library_handle = library;
  is_open = functions.lib_init() == MOSQ_ERR_SUCCESS;
}

const cmosquitto_functions *cmosquitto_library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return is_open ? &functions : NULL;
}

void *cmosquitto_library_handle(void) { return cmosquitto_library() ? library_handle : NULL; }

const char *cmosquitto_library_name(void) { return cmosquitto_library() ? library_name : NULL; }

void cmosquitto_version(int *major, int *minor, int *revision) {
  *major = *minor = *revision = 0;
  const cmosquitto_functions *library = cmosquitto_library();
  if (library) library->lib_version(major, minor, revision);
}
