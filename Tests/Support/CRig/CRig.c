#define _GNU_SOURCE
#include "CRig.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>
#include <zlib.h>

// In C because these calls of glibc are GNU extensions, which Swift's import leaves out.
pid_t rig_spawn(const char *const *arguments, const char *const *environment, const char *folder,
                int input, int output, int error) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);

  // First above 2, so that no copy overwrites a descriptor that is still to be copied.
  int given[3] = {input, output, error};
  int lifted[3];
  int problem = 0;
  for (int each = 0; each < 3; each++) {
    lifted[each] = fcntl(given[each], F_DUPFD_CLOEXEC, 3);
    if (lifted[each] < 0) problem = errno;
    else posix_spawn_file_actions_adddup2(&actions, lifted[each], each);
  }
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (folder) posix_spawn_file_actions_addchdir_np(&actions, folder);

  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);

  pid_t pid = 0;
  if (!problem)
    problem = posix_spawn(&pid, arguments[0], &actions, &attributes, (char *const *)arguments,
                          (char *const *)environment);
  for (int each = 0; each < 3; each++)
    if (lifted[each] >= 0) close(lifted[each]);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return problem ? -problem : pid;
}

ptrdiff_t rig_find(const void *bytes, size_t count, const void *needle, size_t needle_count) {
  const char *found = memmem(bytes, count, needle, needle_count);
  return found ? found - (const char *)bytes : -1;
}

unsigned long long rig_digest(const void *bytes, size_t count) {
  const unsigned char *next = bytes;
  unsigned long long hash = 14695981039346656037ull;
  for (size_t index = 0; index < count; index++) hash = (hash ^ next[index]) * 1099511628211ull;
  return hash;
}

size_t rig_deflated_zeros(unsigned char *room) {
  static const unsigned char zeros[1 << 20];
  z_stream stream = {0};
  deflateInit2(&stream, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY);
  stream.next_in = (unsigned char *)zeros;
  stream.avail_in = sizeof zeros;
  stream.next_out = room;
  stream.avail_out = 4096;
  // A full flush forgets the window, so the same bytes are right again after themselves.
  deflate(&stream, Z_FULL_FLUSH);
  size_t length = 4096 - stream.avail_out;
  deflateEnd(&stream);
  return length;
}

int rig_private_file(const char *content, const char *path) {
  if (unshare(CLONE_NEWNS) != 0) return errno;
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return errno;
  return mount(content, path, NULL, MS_BIND, NULL) == 0 ? 0 : errno;
}
