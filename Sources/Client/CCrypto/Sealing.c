#include <limits.h>
#include <string.h>

#include "CCrypto.h"
#include "Functions.h"

// EVP uses int for lengths, so more than 2 GiB in one sealed value is rejected.
static int fits(size_t label_count, size_t count) {
  return label_count <= INT_MAX && count <= INT_MAX - CCRYPTO_TAG_BYTES;
}

int ccrypto_seal(
    const uint8_t *key, const uint8_t *nonce, const void *label, size_t label_count,
    const void *plain, size_t count, uint8_t *sealed) {
  if (!fits(label_count, count)) return 0;
  const ccrypto_functions *crypto = ccrypto_library();
  if (!crypto) return 0;
  EVP_CIPHER_CTX *context = crypto->EVP_CIPHER_CTX_new();
  int written = 0;
  int done = context && crypto->EVP_EncryptInit_ex(context, crypto->EVP_aes_256_gcm(), NULL, key, nonce) == 1 &&
             (!label_count ||
              crypto->EVP_EncryptUpdate(context, NULL, &written, label, (int)label_count) == 1) &&
             (!count || crypto->EVP_EncryptUpdate(context, sealed, &written, plain, (int)count) == 1) &&
             crypto->EVP_EncryptFinal_ex(context, sealed + count, &written) == 1 &&
             crypto->EVP_CIPHER_CTX_ctrl(
                 context, EVP_CTRL_GCM_GET_TAG, CCRYPTO_TAG_BYTES, sealed + count) == 1;
  crypto->EVP_CIPHER_CTX_free(context);
  return done;
}

int ccrypto_open(
    const uint8_t *key, const uint8_t *nonce, const void *label, size_t label_count,
    const uint8_t *sealed, size_t count, uint8_t *plain) {
  if (count < CCRYPTO_TAG_BYTES || !fits(label_count, count)) return 0;
  size_t length = count - CCRYPTO_TAG_BYTES;
  const ccrypto_functions *crypto = ccrypto_library();
  if (!crypto) {
    memset(plain, 0, length);
    return 0;
  }
  EVP_CIPHER_CTX *context = crypto->EVP_CIPHER_CTX_new();
  int written = 0;
  uint8_t rest[CCRYPTO_TAG_BYTES];
  int done = context && crypto->EVP_DecryptInit_ex(context, crypto->EVP_aes_256_gcm(), NULL, key, nonce) == 1 &&
             (!label_count ||
              crypto->EVP_DecryptUpdate(context, NULL, &written, label, (int)label_count) == 1) &&
             (!length || crypto->EVP_DecryptUpdate(context, plain, &written, sealed, (int)length) == 1) &&
             crypto->EVP_CIPHER_CTX_ctrl(
                 context, EVP_CTRL_GCM_SET_TAG, CCRYPTO_TAG_BYTES, (void *)(sealed + length)) ==
                 1 &&
             crypto->EVP_DecryptFinal_ex(context, rest, &written) == 1;
  crypto->EVP_CIPHER_CTX_free(context);
  // Unauthenticated text must never be returned.
  if (!done && length) crypto->OPENSSL_cleanse(plain, length);
  return done;
}
