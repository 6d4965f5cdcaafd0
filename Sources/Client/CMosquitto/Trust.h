#ifndef CMOSQUITTO_TRUST_H
#define CMOSQUITTO_TRUST_H

#include "CCrypto.h"
#include "CMosquitto.h"
#include "Library.h"

/// The public keys that a broker may have, for as long as its connection exists.
typedef struct {
  /// Entries `sha256//BASE64`, separated by `;`; null for any key.
  char *pins;
  int is_insecure;
  /// The pin of the key that was refused last; empty for none.
  char refused[CCRYPTO_PIN_BYTES];
} cmosquitto_key_check;

/// Sets which brokers a connection with TLS trusts. `check` must live longer than the handle; the caller frees its
/// `pins`.
int cmosquitto_set_trust(struct mosquitto *handle, const cmosquitto_options *options,
                         cmosquitto_key_check *check);

#endif
