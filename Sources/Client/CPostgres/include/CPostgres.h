#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <stddef.h>
#include <stdint.h>

// Connections to PostgreSQL through libpq, which is loaded for the first connection. Only one
// thread at a time may use a connection. After `cpostgres_open`, no call waits for the network
// except `cpostgres_wait`.

typedef struct pg_conn cpostgres;
typedef struct pg_result cpostgres_result;

/// The kinds of results.
enum {
  CPOSTGRES_ROWS,
  /// The end of a group of statements.
  CPOSTGRES_SYNC,
  /// An earlier statement of the group failed, so this one was not run.
  CPOSTGRES_SKIPPED,
  CPOSTGRES_ERROR,
};

/// Returns the name of the opened library, or null if libpq or one of its functions is missing.
const char *_Nullable cpostgres_library_name(void);

/// Returns the version of the library, such as 150018.
int cpostgres_library_version(void);

/// Opens a connection and waits until it is ready. The arrays end with null. Returns null if the
/// library or memory is missing. If the connection failed, `cpostgres_is_open` returns 0.
cpostgres *_Nullable cpostgres_open(const char *_Nullable const *_Nonnull names,
                                    const char *_Nullable const *_Nonnull values);
void cpostgres_close(cpostgres *_Nonnull connection);
int cpostgres_is_open(cpostgres *_Nonnull connection);
/// Returns the version of the server, such as 150018.
int cpostgres_server_version(cpostgres *_Nonnull connection);
/// Returns the process of the session, as the other side named it when the connection was opened.
int cpostgres_session(cpostgres *_Nonnull connection);
/// Returns libpq's message about the last failed call on the connection.
const char *_Nonnull cpostgres_message(cpostgres *_Nonnull connection);

/// Adds a statement to the group, to be parsed under a name. Returns 0 if the connection is lost.
int cpostgres_prepare(cpostgres *_Nonnull connection, const char *_Nonnull name,
                      const char *_Nonnull sql, int count, const uint32_t *_Nullable types);
/// Adds the execution of a prepared statement to the group. Parameters and results are binary.
/// Returns 0 if the connection is lost.
int cpostgres_execute(cpostgres *_Nonnull connection, const char *_Nonnull name, int count,
                      const char *_Nullable const *_Nullable values,
                      const int32_t *_Nullable lengths);
/// Ends the group. Returns 0 if the connection is lost.
int cpostgres_end_group(cpostgres *_Nonnull connection);

/// Sends as much of what was added as the socket takes at once.
void cpostgres_send(cpostgres *_Nonnull connection);
/// Sends what was added, and waits until the next result has arrived. Returns 0 if the connection
/// is lost.
int cpostgres_wait(cpostgres *_Nonnull connection);
/// Returns the next result, or null at the end of the results of one statement.
cpostgres_result *_Nullable cpostgres_next(cpostgres *_Nonnull connection);

/// Waits until the server sends a notification, the descriptor `bell` is readable or the time is
/// over. Returns 0 if the connection is lost.
int cpostgres_listen(cpostgres *_Nonnull connection, int bell, int milliseconds);
/// Copies the payload of the next notification that has arrived, at most `room` bytes with the
/// final zero. Returns 0 if there is none.
int cpostgres_notification(cpostgres *_Nonnull connection, char *_Nonnull payload, size_t room);

int cpostgres_kind(cpostgres_result *_Nonnull result);
/// Returns the five characters of an error's SQLSTATE, or null.
const char *_Nullable cpostgres_state(cpostgres_result *_Nonnull result);
/// Returns the main message of an error.
const char *_Nonnull cpostgres_error(cpostgres_result *_Nonnull result);
int cpostgres_rows(cpostgres_result *_Nonnull result);
/// Returns the number of rows that a statement changed.
int64_t cpostgres_changed(cpostgres_result *_Nonnull result);
/// Returns the bytes of a field, or null for NULL. They are valid until `cpostgres_free`.
const uint8_t *_Nullable cpostgres_field(cpostgres_result *_Nonnull result, int row, int column,
                                         int32_t *_Nonnull length);
void cpostgres_free(cpostgres_result *_Nonnull result);

#endif
