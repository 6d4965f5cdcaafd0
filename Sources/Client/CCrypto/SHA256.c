#include <stdlib.h>

#include "CCrypto.h"
#include "Functions.h"

struct ccrypto_sha256_state {
  const ccrypto_functions *library;
  EVP_MD_CTX *context;
};

int ccrypto_sha256(const void *bytes, size_t count, uint8_t *digest) {
  const ccrypto_functions *crypto = ccrypto_library();
  return crypto && crypto->EVP_Digest(bytes, count, digest, NULL, crypto->EVP_sha256(), NULL);
}

ccrypto_sha256_state *ccrypto_sha256_new(void) {
  const ccrypto_functions *crypto = ccrypto_library();
  if (!crypto) return NULL;
  ccrypto_sha256_state *state = malloc(sizeof *state);
  if (!state) return NULL;
  state->library = crypto;
  state->context = crypto->EVP_MD_CTX_new();
  if (!state->context || !crypto->EVP_DigestInit_ex(state->context, crypto->EVP_sha256(), NULL)) {
    ccrypto_sha256_free(state);
    return NULL;
  }
  return state;
}

int ccrypto_sha256_update(ccrypto_sha256_state *state, const void *bytes, size_t count) {
  return state->library->EVP_DigestUpdate(state->context, bytes, count);
}

int ccrypto_sha256_final(ccrypto_sha256_state *state, uint8_t *digest) {
  return state->library->EVP_DigestFinal_ex(state->context, digest, NULL);
}

void ccrypto_sha256_free(ccrypto_sha256_state *state) {
  if (!state) return;
  state->library->EVP_MD_CTX_free(state->context);
  free(state);
}
