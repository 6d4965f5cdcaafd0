#include "CSQLite.h"

#include <sqlite3.h>

int csqlite_harden(void *connection) {
  // GRDB listens here to each table and column of each statement, for observers that Weir has none of. It
  // takes as long as compiling the statement.
  sqlite3_set_authorizer(connection, 0, 0);
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
  if (code != SQLITE_OK) return code;
  code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (code != SQLITE_OK) return code;
  code = sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (code != SQLITE_OK) return code;
  return sqlite3_wal_autocheckpoint(connection, 0);
}

void csqlite_count_nothing(void) {
  // Refused once the library is in use; then it only goes on counting.
  (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
