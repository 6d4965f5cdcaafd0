#ifndef CSQLITE_H
#define CSQLITE_H

// What SQLite offers only through functions with open argument lists, which Swift cannot call.

/// No SQL text can damage the file, what stands in its schema is not trusted, and neither a commit nor
/// closing moves the log. `connection` is a `sqlite3 *`.
/// Returns SQLite's result code.
int csqlite_harden(void *_Nonnull connection);

#endif
