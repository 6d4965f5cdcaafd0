#include "CMosquitto.h"
#include "Library.h"
#include "Trust.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>

struct cmosquitto {
  struct mosquitto *handle;
  cmosquitto_events events;
  void *context;
  char words[200];
  cmosquitto_key_check key_check;
};

static void on_connect(struct mosquitto *handle, void *object, int code, int flags,
                       const mosquitto_property *properties) {
  (void)handle, (void)properties;
  cmosquitto *it = object;
  it->events.connected(it->context, code, flags & 1);
}

static void on_disconnect(struct mosquitto *handle, void *object, int code,
                          const mosquitto_property *properties) {
  (void)handle, (void)properties;
  cmosquitto *it = object;
  // Codes below 0x80 are the library's own, which the failing call also returns.
  if (code >= 0x80) it->events.dismissed(it->context, code);
}

static void on_publish(struct mosquitto *handle, void *object, int id, int reason,
                       const mosquitto_property *properties) {
  (void)handle;
  cmosquitto *it = object;
  char *words = NULL;
  cmosquitto_library()->property_read_string(properties, MQTT_PROP_REASON_STRING, &words, false);
  it->events.published(it->context, id, reason, words);
  free(words);
}

static void on_subscribe(struct mosquitto *handle, void *object, int id, int count, const int *codes,
                         const mosquitto_property *properties) {
  (void)handle, (void)properties;
  cmosquitto *it = object;
  it->events.subscribed(it->context, id, count > 0 ? codes[0] : 0x80);
}

static void on_unsubscribe(struct mosquitto *handle, void *object, int id,
                           const mosquitto_property *properties) {
  (void)handle, (void)properties;
  cmosquitto *it = object;
  it->events.unsubscribed(it->context, id);
}

static void on_message(struct mosquitto *handle, void *object, const struct mosquitto_message *message,
                       const mosquitto_property *properties) {
  (void)handle, (void)properties;
  cmosquitto *it = object;
  it->events.message(it->context, message->topic, message->payload,
                     message->payloadlen < 0 ? 0 : (size_t)message->payloadlen, message->qos,
                     message->retain);
}

static void on_log(struct mosquitto *handle, void *object, int level, const char *text) {
  (void)handle;
  cmosquitto *it = object;
  if (level != MOSQ_LOG_ERR && level != MOSQ_LOG_WARNING) return;
  strncpy(it->words, text, sizeof it->words - 1);
}

static int set_up(cmosquitto *it, const cmosquitto_options *options) {
  const cmosquitto_functions *library = cmosquitto_library();
  struct mosquitto *handle = it->handle;
  int code = library->int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, options->version);
  if (!code) code = library->int_option(handle, MOSQ_OPT_TCP_NODELAY, 1);
  if (!code && options->user) code = library->username_pw_set(handle, options->user, options->password);
  if (!code && options->will_topic)
    code = library->will_set(handle, options->will_topic, (int)options->will_length, options->will,
                             options->will_quality, options->is_will_retained);
  if (!code && options->is_encrypted) code = cmosquitto_set_trust(handle, options, &it->key_check);
  return code;
}

cmosquitto *cmosquitto_make(const cmosquitto_options *options, const cmosquitto_events *events,
                            void *context, int *code) {
  const cmosquitto_functions *library = cmosquitto_library();
  if (!library) return *code = CMOSQUITTO_NO_LIBRARY, NULL;
  cmosquitto *it = calloc(1, sizeof *it);
  if (it) it->handle = library->new(options->id, options->is_clean, it);
  if (!it || !it->handle) {
    *code = errno == EINVAL ? CMOSQUITTO_INVALID : CMOSQUITTO_NO_MEMORY;
    free(it);
    return NULL;
  }
  it->events = *events;
  it->context = context;
  library->connect_v5_callback_set(it->handle, on_connect);
  library->disconnect_v5_callback_set(it->handle, on_disconnect);
  library->publish_v5_callback_set(it->handle, on_publish);
  library->subscribe_v5_callback_set(it->handle, on_subscribe);
  library->unsubscribe_v5_callback_set(it->handle, on_unsubscribe);
  library->message_v5_callback_set(it->handle, on_message);
  library->log_callback_set(it->handle, on_log);
  *code = set_up(it, options);
  if (!*code) return it;
  cmosquitto_free(it);
  return NULL;
}

void cmosquitto_free(cmosquitto *it) {
  if (!it) return;
  cmosquitto_library()->destroy(it->handle);
  free(it->key_check.pins);
  free(it);
}

/// Sets the system error that belongs to a code of libmosquitto, and returns the code.
static int noted(int code, int *system_error) {
  *system_error = code == MOSQ_ERR_ERRNO || code == MOSQ_ERR_EAI ? errno : 0;
  return code;
}

static void begin(cmosquitto *it) {
  errno = 0;
  it->words[0] = 0;
  it->key_check.refused[0] = 0;
}

int cmosquitto_connect(cmosquitto *it, const char *host, int port, int keep_alive, int *system_error) {
  begin(it);
  return noted(cmosquitto_library()->connect_async(it->handle, host, port, keep_alive), system_error);
}

int cmosquitto_reconnect(cmosquitto *it, int *system_error) {
  begin(it);
  return noted(cmosquitto_library()->reconnect_async(it->handle), system_error);
}

int cmosquitto_disconnect(cmosquitto *it) { return cmosquitto_library()->disconnect(it->handle); }

int cmosquitto_publish(cmosquitto *it, int *id, const char *topic, const uint8_t *payload, size_t length,
                       int quality, int is_retained) {
  return cmosquitto_library()->publish(it->handle, id, topic, (int)length, payload, quality, is_retained);
}

int cmosquitto_subscribe(cmosquitto *it, int *id, const char *filter, int quality) {
  return cmosquitto_library()->subscribe(it->handle, id, filter, quality);
}

int cmosquitto_unsubscribe(cmosquitto *it, int *id, const char *filter) {
  return cmosquitto_library()->unsubscribe(it->handle, id, filter);
}

int cmosquitto_socket(const cmosquitto *it) { return cmosquitto_library()->socket(it->handle); }

int cmosquitto_wants_write(const cmosquitto *it) { return cmosquitto_library()->want_write(it->handle); }

int cmosquitto_read(cmosquitto *it, int *system_error) {
  errno = 0;
  return noted(cmosquitto_library()->loop_read(it->handle, 1), system_error);
}

int cmosquitto_write(cmosquitto *it, int *system_error) {
  errno = 0;
  return noted(cmosquitto_library()->loop_write(it->handle, 1), system_error);
}

int cmosquitto_tend(cmosquitto *it) { return cmosquitto_library()->loop_misc(it->handle); }

int cmosquitto_make_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cmosquitto_ring(int bell) { eventfd_write(bell, 1); }

void cmosquitto_silence(int bell) {
  eventfd_t count;
  eventfd_read(bell, &count);
}

const char *cmosquitto_last_words(const cmosquitto *it) { return it->words; }

const char *cmosquitto_refused_key(const cmosquitto *it) { return it->key_check.refused; }

const char *cmosquitto_explain(int code) {
  return cmosquitto_library() && code != CMOSQUITTO_NO_OPENSSL ? cmosquitto_library()->strerror(code) : "";
}

const char *cmosquitto_reason(int reason) {
  return cmosquitto_library() ? cmosquitto_library()->reason_string(reason) : "";
}
