#ifndef CSQLITE_H
#define CSQLITE_H

// What SQLite offers only through functions with open argument lists, which Swift cannot call.

/// Closing moves no log, and no SQL text can damage the file. `connection` is a `sqlite3 *`.
/// Returns SQLite's result code.
int csqlite_harden(void *_Nonnull connection);

#endif
