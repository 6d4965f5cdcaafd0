#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// SQLite itself, and what it offers only through functions with open argument lists, which Swift cannot call.

/// No SQL text can damage the file, what stands in its schema is not trusted, and neither a commit nor
/// closing moves the log. Returns SQLite's result code.
int csqlite_harden(sqlite3 *_Nonnull connection);

/// Lets SQLite not count the memory it uses, for which it would take a lock at each piece. To be called
/// before any other function of the library, by one thread.
void csqlite_count_nothing(void);

/// Holds back SIGTSTP until `csqlite_end_write`, if its action is the default one. Waits while the process is
/// being stopped by `csqlite_begin_stop`. Calls nest.
void csqlite_begin_write(void);
void csqlite_end_write(void);

/// Waits until no thread writes, and lets none begin until `csqlite_end_stop`: for a process that handles
/// SIGTSTP itself.
void csqlite_begin_stop(void);
void csqlite_end_stop(void);

#endif
