// Swift's module of the C library does not contain the GNU extensions.
#define _GNU_SOURCE
#include "CRename.h"

#include <stdio.h>

int crename_new(int from, const char *name, int to, const char *new_name) {
  return renameat2(from, name, to, new_name, RENAME_NOREPLACE);
}
