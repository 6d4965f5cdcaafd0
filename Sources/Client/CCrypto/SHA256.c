#include <openssl/evp.h>
#include <stdlib.h>

#include "CCrypto.h"

struct ccrypto_sha256_state {
  EVP_MD_CTX *context;
};

int ccrypto_sha256(const void *bytes, size_t count, uint8_t *digest) {
  return EVP_Digest(bytes, count, digest, NULL, EVP_sha256(), NULL);
}

ccrypto_sha256_state *ccrypto_sha256_new(void) {
  ccrypto_sha256_state *state = malloc(sizeof *state);
  if (!state) return NULL;
  state->context = EVP_MD_CTX_new();
  if (!state->context || !EVP_DigestInit_ex(state->context, EVP_sha256(), NULL)) {
    ccrypto_sha256_free(state);
    return NULL;
  }
  return state;
}

int ccrypto_sha256_update(ccrypto_sha256_state *state, const void *bytes, size_t count) {
  return EVP_DigestUpdate(state->context, bytes, count);
}

int ccrypto_sha256_final(ccrypto_sha256_state *state, uint8_t *digest) {
  return EVP_DigestFinal_ex(state->context, digest, NULL);
}

void ccrypto_sha256_free(ccrypto_sha256_state *state) {
  if (!state) return;
  EVP_MD_CTX_free(state->context);
  free(state);
}
