#ifndef CMOSQUITTO_LIBRARY_H
#define CMOSQUITTO_LIBRARY_H

#include <mosquitto.h>
#include <mqtt_protocol.h>

#define CMOSQUITTO_FUNCTIONS(EACH)  \
  EACH(lib_init)                    \
  EACH(lib_version)                 \
  EACH(new)                         \
  EACH(destroy)                     \
  EACH(int_option)                  \
  EACH(void_option)                 \
  EACH(username_pw_set)             \
  EACH(will_set)                    \
  EACH(tls_set)                     \
  EACH(tls_insecure_set)            \
  EACH(tls_opts_set)                \
  EACH(max_inflight_messages_set)   \
  EACH(connect_async)               \
  EACH(reconnect_async)             \
  EACH(disconnect)                  \
  EACH(publish)                     \
  EACH(subscribe)                   \
  EACH(unsubscribe)                 \
  EACH(socket)                      \
  EACH(want_write)                  \
  EACH(loop_read)                   \
  EACH(loop_write)                  \
  EACH(loop_misc)                   \
  EACH(strerror)                    \
  EACH(reason_string)               \
  EACH(connect_v5_callback_set)     \
  EACH(disconnect_v5_callback_set)  \
  EACH(publish_v5_callback_set)     \
  EACH(subscribe_v5_callback_set)   \
  EACH(unsubscribe_v5_callback_set) \
  EACH(message_v5_callback_set)     \
  EACH(log_callback_set)            \
  EACH(property_read_string)

typedef struct {
#define CMOSQUITTO_MEMBER(name) __typeof__(&mosquitto_##name) name;
  CMOSQUITTO_FUNCTIONS(CMOSQUITTO_MEMBER)
#undef CMOSQUITTO_MEMBER
} cmosquitto_functions;

/// Returns the functions, or null if libmosquitto or one of them is missing. The first call opens
/// libmosquitto. May be called from any thread.
const cmosquitto_functions *cmosquitto_library(void);

/// Returns the handle from dlopen for libmosquitto, or null if `cmosquitto_library` returns null.
void *cmosquitto_library_handle(void);

#endif
