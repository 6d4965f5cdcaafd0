#include "CSQLite.h"

#include <sqlite3.h>

int csqlite_harden(void *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
  if (code != SQLITE_OK) return code;
  code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (code != SQLITE_OK) return code;
  code = sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (code != SQLITE_OK) return code;
  return sqlite3_wal_autocheckpoint(connection, 0);
}
