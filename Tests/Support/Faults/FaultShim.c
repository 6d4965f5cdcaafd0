// Loaded by LD_PRELOAD into the program under test. Counts the calls that change files below one
// folder, in one counter for the whole process, and at a chosen call kills the process or fails.
//
// WEIR_FAULT_FOLDER   only files below this folder count (terminal and sockets never do)
// WEIR_FAULT_COUNTER  an existing file of 8 bytes, mapped: holds the count, survives SIGKILL
// WEIR_FAULT_AT       the number of the call, from 1; absent: only count
// WEIR_FAULT_KIND     kill (before the call), tear (half a write, then kill), EIO, ENOSPC
// WEIR_FAULT_SPAN     once (default) or on (from then on)
// WEIR_FAULT_WHILE    a file: calls fail only while it exists
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { NONE, KILL, TEAR, FAIL };

static char folder[PATH_MAX];
static size_t folder_length;
static atomic_ulong own_counter;
static atomic_ulong *counter = &own_counter;
static unsigned long at;
static enum kind kind;
static int failure, goes_on;
static const char *condition;

__attribute__((constructor)) static void prepare(void) {
  const char *text = getenv("WEIR_FAULT_FOLDER");
  if (!text || !realpath(text, folder)) return;
  folder_length = strlen(folder);
  if ((text = getenv("WEIR_FAULT_COUNTER"))) {
    int file = open(text, O_RDWR | O_CLOEXEC);
    void *page = file < 0 ? MAP_FAILED : mmap(0, 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (page != MAP_FAILED) counter = page;
    if (file >= 0) close(file);
  }
  if ((text = getenv("WEIR_FAULT_AT"))) at = strtoul(text, 0, 10);
  if ((text = getenv("WEIR_FAULT_SPAN"))) goes_on = !strcmp(text, "on");
  condition = getenv("WEIR_FAULT_WHILE");
  text = getenv("WEIR_FAULT_KIND");
  if (!at || !text) return;
  failure = !strcmp(text, "ENOSPC") ? ENOSPC : EIO;
  kind = !strcmp(text, "kill") ? KILL : !strcmp(text, "tear") ? TEAR : FAIL;
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static int below(const char *path) {
  return !strncmp(path, folder, folder_length) && path[folder_length] == '/';
}

static int file_is_below(int descriptor) {
  if (!folder_length) return 0;
  char link[32] = "/proc/self/fd/", digits[12], path[PATH_MAX];
  int count = 0, end = 14;
  if (descriptor < 0) return 0;
  do digits[count++] = (char)('0' + descriptor % 10);
  while ((descriptor /= 10));
  while (count) link[end++] = digits[--count];
  link[end] = 0;
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return below(path);
}

static int path_is_below(const char *path) {
  // Relative names do not occur in the store; they are not resolved here.
  return folder_length && path && below(path);
}

// Counts one call. Returns what it must do; kills by itself where nothing is to be torn.
static enum kind next(void) {
  unsigned long number = atomic_fetch_add(counter, 1) + 1;
  if (kind == NONE || !(number == at || (goes_on && number > at))) return NONE;
  if (condition && access(condition, F_OK) != 0) return NONE;
  if (kind == KILL) die();
  return kind;
}

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

#define FAIL_OR_DIE(now) \
  do { \
    if ((now) == TEAR) die(); \
    errno = failure; \
    return -1; \
  } while (0)

ssize_t write(int file, const void *bytes, size_t count) {
  REAL(write);
  int saved = errno;
  if (file_is_below(file)) {
    enum kind now = next();
    if (now == TEAR) real(file, bytes, count / 2);
    if (now != NONE) FAIL_OR_DIE(now);
  }
  errno = saved;
  return real(file, bytes, count);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  REAL(writev);
  int saved = errno;
  if (file_is_below(file)) {
    enum kind now = next();
    if (now == TEAR && count > 1) real(file, parts, count / 2);
    if (now != NONE) FAIL_OR_DIE(now);
  }
  errno = saved;
  return real(file, parts, count);
}

#define POSITIONED(name, offset_type) \
  ssize_t name(int file, const void *bytes, size_t count, offset_type offset) { \
    REAL(name); \
    int saved = errno; \
    if (file_is_below(file)) { \
      enum kind now = next(); \
      if (now == TEAR) real(file, bytes, count / 2, offset); \
      if (now != NONE) FAIL_OR_DIE(now); \
    } \
    errno = saved; \
    return real(file, bytes, count, offset); \
  }
POSITIONED(pwrite, off_t)
POSITIONED(pwrite64, off64_t)

#define ON_FILE(name, parameters, ...) \
  int name parameters { \
    REAL(name); \
    int saved = errno; \
    if (file_is_below(file)) { \
      enum kind now = next(); \
      if (now != NONE) FAIL_OR_DIE(now); \
    } \
    errno = saved; \
    return real(__VA_ARGS__); \
  }
ON_FILE(fsync, (int file), file)
ON_FILE(fdatasync, (int file), file)
ON_FILE(ftruncate, (int file, off_t length), file, length)
ON_FILE(ftruncate64, (int file, off64_t length), file, length)

int rename(const char *from, const char *to) {
  REAL(rename);
  if (path_is_below(to)) {
    enum kind now = next();
    if (now != NONE) FAIL_OR_DIE(now);
  }
  return real(from, to);
}

int unlink(const char *path) {
  REAL(unlink);
  if (path_is_below(path)) {
    enum kind now = next();
    if (now != NONE) FAIL_OR_DIE(now);
  }
  return real(path);
}
