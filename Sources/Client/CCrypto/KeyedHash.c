#include <limits.h>

#include <openssl/core_names.h>

#include "CCrypto.h"
#include "Functions.h"

int ccrypto_hmac_sha256(
    const void *key, size_t key_count, const void *bytes, size_t count, uint8_t *hash) {
  const ccrypto_functions *crypto = ccrypto_library();
  if (!crypto || key_count > INT_MAX) return 0;
  unsigned int written = 0;
  return crypto->HMAC(crypto->EVP_sha256(), key, (int)key_count, bytes, count, hash, &written) != NULL &&
         written == CCRYPTO_SHA256_BYTES;
}

int ccrypto_derive_key(
    const uint8_t *key, size_t key_count, const void *purpose, size_t purpose_count, uint8_t *derived,
    size_t derived_count) {
  const ccrypto_functions *crypto = ccrypto_library();
  if (!crypto) return 0;
  EVP_KDF *hkdf = crypto->EVP_KDF_fetch(NULL, "HKDF", NULL);
  EVP_KDF_CTX *context = hkdf ? crypto->EVP_KDF_CTX_new(hkdf) : NULL;
  crypto->EVP_KDF_free(hkdf);
  if (!context) return 0;
  // libcrypto only reads these, although its type for them is not const.
  OSSL_PARAM parameters[] = {
      crypto->OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, "SHA256", 0),
      crypto->OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, key_count),
      crypto->OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)purpose, purpose_count),
      crypto->OSSL_PARAM_construct_end(),
  };
  int done = crypto->EVP_KDF_derive(context, derived, derived_count, parameters) == 1;
  crypto->EVP_KDF_CTX_free(context);
  return done;
}
