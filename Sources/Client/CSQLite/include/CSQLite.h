#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// SQLite itself, and its functions with variable argument lists, which Swift cannot call.

/// Configures a connection: SQL text cannot damage the file, the schema is not trusted, and neither
/// a commit nor closing runs a checkpoint. Returns SQLite's result code.
int csqlite_harden(sqlite3 *_Nonnull connection);

/// Disables SQLite's memory statistics, which would acquire a lock with each allocation. One thread
/// must call this function before any other function of the library.
void csqlite_count_nothing(void);

/// Delays SIGTSTP until `csqlite_end_write`. The first call installs a handler if SIGTSTP has its
/// default action. The call waits between `csqlite_begin_stop` and `csqlite_end_stop`. Calls may be
/// nested.
void csqlite_begin_write(void);
void csqlite_end_write(void);

/// Waits until no thread writes, and delays new writes until `csqlite_end_stop`. A process that
/// handles SIGTSTP itself calls this function.
void csqlite_begin_stop(void);
void csqlite_end_stop(void);

#endif
