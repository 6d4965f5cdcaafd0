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

/// From here on SQLite's writes to the log go to the system in one piece, at the latest before it waits for the
/// disk. For the duration of a COMMIT, under a lock that keeps every other writer out.
void csqlite_gather_log(sqlite3 *_Nonnull connection);

/// The end of that. What was not handed on, as the commit failed, is dropped.
void csqlite_part_log(sqlite3 *_Nonnull connection);

#endif
