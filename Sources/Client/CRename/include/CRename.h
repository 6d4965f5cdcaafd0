#ifndef CRENAME_H
#define CRENAME_H

// Renames a file or a folder atomically. Fails with EEXIST if the new name exists, and with EINVAL
// if the file system does not support this.
int crename_new(int from, const char *name, int to, const char *new_name);

#endif
