#ifndef CMOSQUITTO_H
#define CMOSQUITTO_H

#include <stddef.h>
#include <stdint.h>

// Connections to MQTT brokers through libmosquitto, which is loaded for the first connection. One
// thread owns a connection, waits for its socket and calls the functions below. Only
// `cmosquitto_connect` and `cmosquitto_reconnect` wait for the network, to look up the host name.

typedef struct cmosquitto cmosquitto;

/// The events of a connection, reported during the calls below. Strings and bytes are valid only
/// during the callback.
typedef struct {
  /// The broker accepted (code 0) or refused the connection. `has_session`: the broker has a stored
  /// session for this client.
  void (*connected)(void *context, int code, int has_session);
  /// The broker ended the connection with a reason. MQTT 5 only.
  void (*dismissed)(void *context, int reason);
  /// The message `id` was acknowledged, or was sent if it needs no acknowledgement. `reason` is the
  /// code of MQTT 5, or otherwise 0.
  void (*published)(void *context, int id, int reason, const char *words);
  /// The result of the subscription `id`: 0 to 2 for the granted quality, 128 or more for a
  /// refusal.
  void (*subscribed)(void *context, int id, int code);
  void (*unsubscribed)(void *context, int id);
  void (*message)(void *context, const char *topic, const uint8_t *payload, size_t length, int quality,
                  int is_retained);
} cmosquitto_events;

typedef struct {
  /// The client id, or null to let the broker choose one. Null requires a clean session.
  const char *id;
  int is_clean;
  /// 4 for MQTT 3.1.1, 5 for MQTT 5.
  int version;
  const char *user, *password;
  /// The topic of the will, or null for no will.
  const char *will_topic;
  const uint8_t *will;
  size_t will_length;
  int will_quality, is_will_retained;
  int is_encrypted;
  /// The path of a PEM file of roots, or null for the system's roots.
  const char *authorities;
  const char *certificate, *key;
  /// Whether to accept any certificate of the broker. `pins` are still checked.
  int is_insecure;
  /// The accepted public keys of the broker, as `sha256//BASE64` separated by `;`, or null for any
  /// key.
  const char *pins;
  /// The name or address that the certificate must have if there are pins, or null to accept any
  /// name. Without pins, the library checks the host of the connection.
  const char *name;
} cmosquitto_options;

/// Returns the file name under which the library was loaded, or null if it is not installed.
const char *cmosquitto_library_name(void);

/// Sets the library's version, or zeros if it is not installed.
void cmosquitto_version(int *major, int *minor, int *revision);

enum {
  CMOSQUITTO_OK = 0,
  CMOSQUITTO_NO_LIBRARY = -100,
  /// The connection has pins, but the library is not linked to OpenSSL.
  CMOSQUITTO_NO_OPENSSL = -101,
  CMOSQUITTO_NO_MEMORY = 1,
  CMOSQUITTO_PROTOCOL = 2,
  CMOSQUITTO_INVALID = 3,
  CMOSQUITTO_NOT_CONNECTED = 4,
  CMOSQUITTO_REFUSED = 5,
  CMOSQUITTO_LOST = 7,
  CMOSQUITTO_TLS = 8,
  CMOSQUITTO_TOO_LARGE = 9,
  CMOSQUITTO_SYSTEM = 14,
  CMOSQUITTO_LOOKUP = 15,
  CMOSQUITTO_KEEPALIVE = 19,
};

/// Creates a connection, or returns null with the reason in `code`.
cmosquitto *cmosquitto_make(const cmosquitto_options *options, const cmosquitto_events *events,
                            void *context, int *code);
void cmosquitto_free(cmosquitto *connection);

/// Starts to connect. For a Unix socket, `host` is its path and the port is 0. For SYSTEM and
/// LOOKUP, `system_error` is `errno` or the resolver's code.
int cmosquitto_connect(cmosquitto *connection, const char *host, int port, int keep_alive,
                       int *system_error);
/// Starts to connect again.
int cmosquitto_reconnect(cmosquitto *connection, int *system_error);
/// Disconnects normally, so that the broker does not publish the will.
int cmosquitto_disconnect(cmosquitto *connection);

int cmosquitto_publish(cmosquitto *connection, int *id, const char *topic, const uint8_t *payload,
                       size_t length, int quality, int is_retained);
int cmosquitto_subscribe(cmosquitto *connection, int *id, const char *filter, int quality);
int cmosquitto_unsubscribe(cmosquitto *connection, int *id, const char *filter);

/// Returns the socket, or -1 if there is no connection.
int cmosquitto_socket(const cmosquitto *connection);
int cmosquitto_wants_write(const cmosquitto *connection);

/// Reads available data or writes pending data. Must be called when the socket is ready.
/// `cmosquitto_tend` must be called regularly for pings.
int cmosquitto_read(cmosquitto *connection, int *system_error);
int cmosquitto_write(cmosquitto *connection, int *system_error);
int cmosquitto_tend(cmosquitto *connection);

/// Creates a descriptor that is readable after `cmosquitto_ring` until `cmosquitto_silence`, or
/// returns -1 if the process has no free descriptor.
int cmosquitto_make_bell(void);
void cmosquitto_ring(int bell);
void cmosquitto_silence(int bell);

/// Returns the last error or warning that the library logged, or an empty string.
const char *cmosquitto_last_words(const cmosquitto *connection);
/// Returns the pin of the broker's public key if the last connection was refused because of it, or
/// an empty string.
const char *cmosquitto_refused_key(const cmosquitto *connection);
/// Returns the library's text for a code.
const char *cmosquitto_explain(int code);
/// Returns the MQTT 5 text for a reason code.
const char *cmosquitto_reason(int reason);

#endif
