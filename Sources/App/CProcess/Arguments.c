#include "CProcess.h"

static int count;
static char **words;

// The loader passes the arguments to every constructor, before any library can change the
// environment.
__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  words = argv;
}

int cprocess_argument_count(void) { return count; }

const char *cprocess_argument(int index) { return index < count ? words[index] : 0; }
