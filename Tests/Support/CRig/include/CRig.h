#ifndef C_RIG_H
#define C_RIG_H

#include <stddef.h>
#include <sys/types.h>

#include "Terminal.h"

/// Starts `arguments[0]` (a path) in its own process group with every signal at its default.
/// Descriptors 0, 1 and 2 become `input`, `output` and `error`; all others are closed.
/// Returns the pid, or minus errno.
pid_t rig_spawn(const char *const *arguments, const char *const *environment, const char *folder,
                int input, int output, int error);

/// Index of the first `needle` in `bytes`, or -1.
ptrdiff_t rig_find(const void *bytes, size_t count, const void *needle, size_t needle_count);

/// FNV-1a, 64 bits: distinguishes bodies, keeps no secret.
unsigned long long rig_digest(const void *bytes, size_t count);

/// A raw DEFLATE block of 1 MiB of zeros that stands alone, so that it may be repeated without end.
/// Returns its length; `room` must be 4,096 bytes at least.
size_t rig_deflated_zeros(unsigned char *room);

/// Lets the calling thread, and threads it starts, see `content` at `path`. 0, or errno. Needs root.
int rig_private_file(const char *content, const char *path);

#endif
