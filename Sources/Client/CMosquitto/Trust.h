#ifndef CMOSQUITTO_TRUST_H
#define CMOSQUITTO_TRUST_H

#include "CCrypto.h"
#include "CMosquitto.h"
#include "Library.h"

/// The check of a broker's public key. The value must outlive the connection.
typedef struct {
  /// The entries `sha256//BASE64`, separated by `;`, or null for any key.
  char *pins;
  int is_insecure;
  /// The pin of the last refused key, or an empty string.
  char refused[CCRYPTO_PIN_BYTES];
} cmosquitto_key_check;

/// Sets the roots, the client certificate and the pins of a TLS connection. `check` must outlive
/// the handle. The caller frees `check->pins`.
int cmosquitto_set_trust(struct mosquitto *handle, const cmosquitto_options *options,
                         cmosquitto_key_check *check);

#endif
