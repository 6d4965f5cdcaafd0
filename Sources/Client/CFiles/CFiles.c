// Swift's module of the C library does not contain the GNU extensions.
#define _GNU_SOURCE
#include "CFiles.h"

#include <stdio.h>
#include <sys/vfs.h>

int cfiles_rename(int from, const char *name, int to, const char *new_name) {
  return renameat2(from, name, to, new_name, RENAME_NOREPLACE);
}

long cfiles_system_type(int descriptor) {
  struct statfs facts;
  return fstatfs(descriptor, &facts) == 0 ? (long)facts.f_type : -1;
}
