#include "CIDN.h"

#include <dlfcn.h>
#include <idn2.h>
#include <pthread.h>
#include <stdio.h>

#define CIDN_FUNCTIONS(f) f(lookup_u8) f(to_unicode_8z8z) f(free)

static struct {
#define CIDN_MEMBER(name) __typeof__(&idn2_##name) name;
  CIDN_FUNCTIONS(CIDN_MEMBER)
#undef CIDN_MEMBER
} idn2;
static int is_open;
static const char library_name[] = "libidn2.so.0";

static void open_library(void) {
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define CIDN_FIND(name) \
  if (!(idn2.name = (__typeof__(idn2.name))dlsym(library, "idn2_" #name))) return;
  CIDN_FUNCTIONS(CIDN_FIND)
#undef CIDN_FIND
  is_open = 1;
}

static int is_there(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return is_open;
}

const char *cidn_library_name(void) { return is_there() ? library_name : NULL; }

cidn_result cidn_convert(const char *host, char ascii[CIDN_ROOM], char text[CIDN_ROOM]) {
  if (!is_there()) return CIDN_NO_LIBRARY;
  uint8_t *found = NULL;
  char *shown = NULL;
  int result = idn2.lookup_u8((const uint8_t *)host, &found, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
  if (result == IDN2_OK) result = idn2.to_unicode_8z8z((const char *)found, &shown, 0);
  if (result == IDN2_OK) {
    int lengths[] = {snprintf(ascii, CIDN_ROOM, "%s", (const char *)found),
                     snprintf(text, CIDN_ROOM, "%s", shown)};
    if (lengths[0] >= CIDN_ROOM || lengths[1] >= CIDN_ROOM) result = IDN2_TOO_BIG_DOMAIN;
  }
  if (found) idn2.free(found);
  if (shown) idn2.free(shown);
  switch (result) {
  case IDN2_OK: return CIDN_CONVERTED;
  case IDN2_PUNYCODE_BIG_OUTPUT:
  case IDN2_TOO_BIG_DOMAIN:
  case IDN2_TOO_BIG_LABEL: return CIDN_TOO_LONG;
  default: return CIDN_REFUSED;
  }
}
