#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// SQLite itself, and its functions with variable argument lists, which Swift cannot call.

/// Configures a connection so that no SQL text can damage the file, the content of the schema is
/// not trusted, and neither a commit nor closing runs a checkpoint. Returns SQLite's result code.
int csqlite_harden(sqlite3 *_Nonnull connection);

/// Disables SQLite's counting of its memory, for which it would acquire a lock with each
/// allocation. One thread must call it before any other function of the library.
void csqlite_count_nothing(void);

/// Delays SIGTSTP until `csqlite_end_write`, if its action is the default one. Waits while
/// `csqlite_begin_stop` is stopping the process. Calls may be nested.
void csqlite_begin_write(void);
void csqlite_end_write(void);

/// Waits until no thread writes, and prevents writes until `csqlite_end_stop`. It is for a process
/// that handles SIGTSTP itself.
void csqlite_begin_stop(void);
void csqlite_end_stop(void);

#endif
