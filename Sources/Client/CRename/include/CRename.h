#ifndef CRENAME_H
#define CRENAME_H

// Renames a file or a folder in one step. Fails with EEXIST if the new name is taken, and with
// EINVAL if the file system cannot do this.
int crename_new(int from, const char *name, int to, const char *new_name);

#endif
