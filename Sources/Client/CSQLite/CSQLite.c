#include "CSQLite.h"

int csqlite_harden(sqlite3 *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
  if (code != SQLITE_OK) return code;
  code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (code != SQLITE_OK) return code;
  code = sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (code != SQLITE_OK) return code;
  return sqlite3_wal_autocheckpoint(connection, 0);
}

void csqlite_count_nothing(void) {
  // The call fails if the library is already in use. In that case, the statistics stay enabled.
  (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
