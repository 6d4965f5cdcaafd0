#include "CPostgres.h"
#include "Library.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

// A connection exists only after the library was opened, so the table is never null below.

// By default, libpq prints notices of the server to standard error, which is the screen.
static void ignore_notice(void *context, const PGresult *notice) {
  (void)context;
  (void)notice;
}

cpostgres *cpostgres_open(const char *const *names, const char *const *values) {
  const cpostgres_functions *pq = cpostgres_library();
  if (!pq) return NULL;
  PGconn *connection = pq->connectdbParams(names, values, 1);
  if (!connection || pq->status(connection) != CONNECTION_OK) return connection;
  pq->setNoticeReceiver(connection, ignore_notice, NULL);
  // Without the nonblocking mode, libpq waits while it sends a large group, and the server may then
  // wait until its results are read.
  if (pq->setnonblocking(connection, 1) != 0 || !pq->enterPipelineMode(connection)) {
    pq->finish(connection);
    return NULL;
  }
  return connection;
}

void cpostgres_close(cpostgres *connection) { cpostgres_library()->finish(connection); }

int cpostgres_is_open(cpostgres *connection) {
  return cpostgres_library()->status(connection) == CONNECTION_OK;
}

int cpostgres_server_version(cpostgres *connection) {
  return cpostgres_library()->serverVersion(connection);
}

int cpostgres_session(cpostgres *connection) {
  return cpostgres_library()->backendPID(connection);
}

const char *cpostgres_message(cpostgres *connection) {
  return cpostgres_library()->errorMessage(connection);
}

int cpostgres_prepare(cpostgres *connection, const char *name, const char *sql, int count,
                      const uint32_t *types) {
  return cpostgres_library()->sendPrepare(connection, name, sql, count, types);
}

enum { BINARY = 1, MOST_PARAMETERS = 64 };

int cpostgres_execute(cpostgres *connection, const char *name, int count,
                      const char *const *values, const int32_t *lengths) {
  int formats[MOST_PARAMETERS];
  if (count > MOST_PARAMETERS) return 0;
  for (int i = 0; i < count; i++) formats[i] = BINARY;
  return cpostgres_library()->sendQueryPrepared(connection, name, count, values, lengths, formats,
                                                BINARY);
}

int cpostgres_end_group(cpostgres *connection) {
  return cpostgres_library()->pipelineSync(connection);
}

void cpostgres_send(cpostgres *connection) { cpostgres_library()->flush(connection); }

int cpostgres_wait(cpostgres *connection) {
  const cpostgres_functions *pq = cpostgres_library();
  int unsent = pq->flush(connection);
  while (unsent || pq->isBusy(connection)) {
    if (unsent < 0) return 0;
    struct pollfd ready = {pq->socket(connection), POLLIN | (unsent ? POLLOUT : 0), 0};
    if (ready.fd < 0) return 0;
    if (poll(&ready, 1, -1) < 0 && errno != EINTR) return 0;
    // Reads also while it sends: see `cpostgres_open`.
    if (ready.revents & (POLLIN | POLLERR | POLLHUP) && !pq->consumeInput(connection)) return 0;
    unsent = pq->flush(connection);
  }
  return 1;
}

cpostgres_result *cpostgres_next(cpostgres *connection) {
  return cpostgres_library()->getResult(connection);
}

int cpostgres_listen(cpostgres *connection, int bell, int milliseconds) {
  const cpostgres_functions *pq = cpostgres_library();
  struct pollfd ready[2] = {{pq->socket(connection), POLLIN, 0}, {bell, POLLIN, 0}};
  if (ready[0].fd < 0) return 0;
  if (poll(ready, 2, milliseconds) < 0) return errno == EINTR;
  return ready[0].revents == 0 || pq->consumeInput(connection);
}

int cpostgres_notification(cpostgres *connection, char *payload, size_t room) {
  const cpostgres_functions *pq = cpostgres_library();
  PGnotify *found = pq->notifies(connection);
  if (!found) return 0;
  strncpy(payload, found->extra, room - 1);
  payload[room - 1] = 0;
  pq->freemem(found);
  return 1;
}

int cpostgres_kind(cpostgres_result *result) {
  switch (cpostgres_library()->resultStatus(result)) {
  case PGRES_COMMAND_OK:
  case PGRES_TUPLES_OK:
  case PGRES_EMPTY_QUERY: return CPOSTGRES_ROWS;
  case PGRES_PIPELINE_SYNC: return CPOSTGRES_SYNC;
  case PGRES_PIPELINE_ABORTED: return CPOSTGRES_SKIPPED;
  default: return CPOSTGRES_ERROR;
  }
}

const char *cpostgres_state(cpostgres_result *result) {
  return cpostgres_library()->resultErrorField(result, PG_DIAG_SQLSTATE);
}

const char *cpostgres_error(cpostgres_result *result) {
  const char *text = cpostgres_library()->resultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  return text ? text : cpostgres_library()->resultErrorMessage(result);
}

int cpostgres_rows(cpostgres_result *result) { return cpostgres_library()->ntuples(result); }

int64_t cpostgres_changed(cpostgres_result *result) {
  return strtoll(cpostgres_library()->cmdTuples(result), NULL, 10);
}

const uint8_t *cpostgres_field(cpostgres_result *result, int row, int column, int32_t *length) {
  const cpostgres_functions *pq = cpostgres_library();
  *length = pq->getlength(result, row, column);
  if (pq->getisnull(result, row, column)) return NULL;
  return (const uint8_t *)pq->getvalue(result, row, column);
}

void cpostgres_free(cpostgres_result *result) { cpostgres_library()->clear(result); }
