#ifndef CFILES_H
#define CFILES_H

// Renames a file or a folder atomically. Fails with EEXIST if the new name exists, and with EINVAL
// if the file system does not support this.
int cfiles_rename(int from, const char *name, int to, const char *new_name);

// Returns the type of a descriptor's file system, as in statfs(2). Returns -1 for an error.
long cfiles_system_type(int descriptor);

#endif
