#ifndef CMOSQUITTO_H
#define CMOSQUITTO_H

#include <stddef.h>
#include <stdint.h>

// Connections to MQTT brokers by libmosquitto, opened when the first is made: see CCurl's Functions.h. A
// connection belongs to one thread, which waits for its socket and calls the functions below; none of them
// waits for the network, except `cmosquitto_connect` for the name of the host.

typedef struct cmosquitto cmosquitto;

/// What a connection reports, from within the calls below. Texts and bytes are valid during the call.
typedef struct {
  /// The broker accepted (code 0) or refused the connection. `has_session`: it stored one for this client.
  void (*connected)(void *context, int code, int has_session);
  /// The broker said why it ends the connection; MQTT 5 only.
  void (*dismissed)(void *context, int reason);
  /// The message `id` is acknowledged, or sent where none is due. `reason`: MQTT 5, otherwise 0.
  void (*published)(void *context, int id, int reason, const char *words);
  /// One code for the filter of the subscription `id`: 0 to 2 for the granted quality, 128 and more for a refusal.
  void (*subscribed)(void *context, int id, int code);
  void (*unsubscribed)(void *context, int id);
  void (*message)(void *context, const char *topic, const uint8_t *payload, size_t length, int quality,
                  int is_retained);
} cmosquitto_events;

typedef struct {
  /// Null lets the broker choose a name; only with a clean session.
  const char *id;
  int is_clean;
  /// 4 for MQTT 3.1.1, 5 for MQTT 5.
  int version;
  const char *user, *password;
  /// Null for no will.
  const char *will_topic;
  const uint8_t *will;
  size_t will_length;
  int will_quality, is_will_retained;
  int is_encrypted;
  /// A PEM file of roots; null for those of the system.
  const char *authorities;
  const char *certificate, *key;
  /// The certificate of the broker is not checked; `pins` still are.
  int is_insecure;
  /// The public keys that the broker may have, `sha256//BASE64` each, separated by `;`; null for any key.
  const char *pins;
  /// The name or address that the certificate must have when there are pins; null for any. Without pins the library
  /// checks the host that is connected to.
  const char *name;
} cmosquitto_options;

/// The library's file name as it is opened, when it can be; null when it is not there.
const char *cmosquitto_library_name(void);

/// The library's version; zeros when it is not there.
void cmosquitto_version(int *major, int *minor, int *revision);

enum {
  CMOSQUITTO_OK = 0,
  CMOSQUITTO_NO_LIBRARY = -100,
  /// Pins are to be checked, and the library is not linked with OpenSSL.
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

/// Null when it cannot be made; `code` says why.
cmosquitto *cmosquitto_make(const cmosquitto_options *options, const cmosquitto_events *events,
                            void *context, int *code);
void cmosquitto_free(cmosquitto *connection);

/// Begins to connect; `host` is a path for a unix socket, with port 0. With SYSTEM and LOOKUP, `errno` or the
/// resolver's code is in `system_error`.
int cmosquitto_connect(cmosquitto *connection, const char *host, int port, int keep_alive,
                       int *system_error);
/// Begins to connect again.
int cmosquitto_reconnect(cmosquitto *connection, int *system_error);
/// Says goodbye: the broker publishes no will.
int cmosquitto_disconnect(cmosquitto *connection);

int cmosquitto_publish(cmosquitto *connection, int *id, const char *topic, const uint8_t *payload,
                       size_t length, int quality, int is_retained);
int cmosquitto_subscribe(cmosquitto *connection, int *id, const char *filter, int quality);
int cmosquitto_unsubscribe(cmosquitto *connection, int *id, const char *filter);

/// -1 when it is not connected.
int cmosquitto_socket(const cmosquitto *connection);
int cmosquitto_wants_write(const cmosquitto *connection);

/// Reads or writes what is there; call after the socket is ready, and `tend` from time to time for pings.
int cmosquitto_read(cmosquitto *connection, int *system_error);
int cmosquitto_write(cmosquitto *connection, int *system_error);
int cmosquitto_tend(cmosquitto *connection);

/// A descriptor that can be read while it is rung; -1 when the process has none left.
int cmosquitto_make_bell(void);
void cmosquitto_ring(int bell);
void cmosquitto_silence(int bell);

/// The last line that the library logged about an error; empty for none.
const char *cmosquitto_last_words(const cmosquitto *connection);
/// The pin of the broker's public key when the last connection was refused because of it; empty otherwise.
const char *cmosquitto_refused_key(const cmosquitto *connection);
/// The library's words for a code.
const char *cmosquitto_explain(int code);
/// The words of MQTT 5 for a reason.
const char *cmosquitto_reason(int reason);

#endif
