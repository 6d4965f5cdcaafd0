#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "CSQLite.h"

// SQLite writes each frame of its log in two pieces, one behind the other, and then waits for the disk: forty
// calls of the system for a commit of twenty pages. Between `gather` and `part` they are one.
//
// The log's file gets functions of its own for that, which keep what is written in a row and hand it on before
// anything else is asked of the file. An open file of SQLite's begins with a pointer to its functions, so what
// belongs to one file stands around them.

// SQLite's own function for writing takes less than 128 KiB at a time.
enum { ROOM = 120 << 10 };

typedef struct {
  sqlite3_io_methods methods;
  const sqlite3_io_methods *plain;
  int is_gathering;
  // Where in the file the bytes go, and how many there are.
  sqlite3_int64 place;
  int count;
  unsigned char bytes[ROOM];
} gathering;

static gathering *of(sqlite3_file *file) { return (gathering *)file->pMethods; }

static int hand_on(sqlite3_file *file) {
  gathering *own = of(file);
  int count = own->count;
  own->count = 0;
  return count ? own->plain->xWrite(file, own->bytes, count, own->place) : SQLITE_OK;
}

static int gather(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 place) {
  gathering *own = of(file);
  if (own->count && (place != own->place + own->count || count > ROOM - own->count)) {
    int code = hand_on(file);
    if (code != SQLITE_OK) return code;
  }
  if (!own->is_gathering || count > ROOM) return own->plain->xWrite(file, bytes, count, place);
  if (!own->count) own->place = place;
  memcpy(own->bytes + own->count, bytes, (size_t)count);
  own->count += count;
  return SQLITE_OK;
}

static int synchronize(sqlite3_file *file, int flags) {
  int code = hand_on(file);
  return code == SQLITE_OK ? of(file)->plain->xSync(file, flags) : code;
}

static int read_bytes(sqlite3_file *file, void *into, int count, sqlite3_int64 place) {
  int code = hand_on(file);
  return code == SQLITE_OK ? of(file)->plain->xRead(file, into, count, place) : code;
}

static int truncate_to(sqlite3_file *file, sqlite3_int64 size) {
  int code = hand_on(file);
  return code == SQLITE_OK ? of(file)->plain->xTruncate(file, size) : code;
}

static int measure(sqlite3_file *file, sqlite3_int64 *size) {
  int code = hand_on(file);
  return code == SQLITE_OK ? of(file)->plain->xFileSize(file, size) : code;
}

static int close_file(sqlite3_file *file) {
  gathering *own = of(file);
  file->pMethods = own->plain;
  free(own);
  return file->pMethods->xClose(file);
}

// The log's file of a connection; null before its first transaction.
static sqlite3_file *log_of(sqlite3 *connection) {
  sqlite3_file *file = NULL;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
  return code == SQLITE_OK && file && file->pMethods ? file : NULL;
}

void csqlite_gather_log(sqlite3 *connection) {
  sqlite3_file *file = log_of(connection);
  if (!file) return;
  if (file->pMethods->xWrite != gather) {
    // Without the memory, each piece is written by itself.
    gathering *own = malloc(sizeof *own);
    if (!own) return;
    own->plain = file->pMethods;
    own->methods = *file->pMethods;
    own->methods.xWrite = gather;
    own->methods.xSync = synchronize;
    own->methods.xRead = read_bytes;
    own->methods.xTruncate = truncate_to;
    own->methods.xFileSize = measure;
    own->methods.xClose = close_file;
    own->count = 0;
    file->pMethods = &own->methods;
  }
  of(file)->is_gathering = 1;
}

void csqlite_part_log(sqlite3 *connection) {
  sqlite3_file *file = log_of(connection);
  if (!file || file->pMethods->xWrite != gather) return;
  of(file)->is_gathering = 0;
  // What a commit that failed left behind must never reach the file: the place may be another's by then.
  of(file)->count = 0;
}
