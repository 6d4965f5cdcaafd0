#ifndef CPOSTGRES_LIBRARY_H
#define CPOSTGRES_LIBRARY_H

#include <postgresql/libpq-fe.h>

#define CPOSTGRES_FUNCTIONS(EACH) \
  EACH(backendPID)                \
  EACH(clear)                     \
  EACH(cmdTuples)                 \
  EACH(connectdbParams)           \
  EACH(consumeInput)              \
  EACH(enterPipelineMode)         \
  EACH(errorMessage)              \
  EACH(finish)                    \
  EACH(flush)                     \
  EACH(freemem)                   \
  EACH(getResult)                 \
  EACH(getisnull)                 \
  EACH(getlength)                 \
  EACH(getvalue)                  \
  EACH(isBusy)                    \
  EACH(libVersion)                \
  EACH(notifies)                  \
  EACH(ntuples)                   \
  EACH(pipelineSync)              \
  EACH(resultErrorField)          \
  EACH(resultErrorMessage)        \
  EACH(resultStatus)              \
  EACH(sendPrepare)               \
  EACH(sendQueryPrepared)         \
  EACH(serverVersion)             \
  EACH(setNoticeReceiver)         \
  EACH(setnonblocking)            \
  EACH(socket)                    \
  EACH(status)

typedef struct {
#define CPOSTGRES_MEMBER(name) __typeof__(&PQ##name) name;
  CPOSTGRES_FUNCTIONS(CPOSTGRES_MEMBER)
#undef CPOSTGRES_MEMBER
} cpostgres_functions;

/// Returns the functions, or null if libpq or one of them is missing. The first call opens libpq.
/// May be called from any thread.
const cpostgres_functions *cpostgres_library(void);

#endif
