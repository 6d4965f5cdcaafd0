#ifndef RIG_TERMINAL_H
#define RIG_TERMINAL_H
#include <stddef.h>

/// Opens a pseudo-terminal; its master, or -1. `name` receives the path of its other side.
int rig_open_terminal(int rows, int columns, char *name, size_t capacity);

/// Starts a program in its own terminal (NULL: without one, its input empty), its output in a file
/// (NULL: where ours goes, or the terminal). Its process id, or -1.
int rig_start_program(const char *program, char *const arguments[], char *const environment[],
              const char *terminal, const char *output);

/// 1 when the bytes stand somewhere in the others.
int rig_contains(const void *all, size_t count, const void *part, size_t length);
#endif
