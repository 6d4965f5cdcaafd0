#include <limits.h>
#include <string.h>

#include "CCrypto.h"
#include "Functions.h"

static X509 *read_certificate(const ccrypto_functions *crypto, const void *bytes, size_t count) {
  const unsigned char *at = bytes;
  X509 *certificate = crypto->d2i_X509(NULL, &at, (long)count);
  if (certificate) return certificate;
  BIO *text = crypto->BIO_new_mem_buf(bytes, (int)count);
  if (!text) return NULL;
  certificate = crypto->PEM_read_bio_X509(text, NULL, NULL, NULL);
  crypto->BIO_free(text);
  return certificate;
}

int ccrypto_certificate_pin(const void *bytes, size_t count, char *pin) {
  const ccrypto_functions *crypto = ccrypto_library();
  if (count > INT_MAX || !crypto) return 0;
  X509 *certificate = read_certificate(crypto, bytes, count);
  if (!certificate) return 0;
  unsigned char *key = NULL;
  int length = crypto->i2d_X509_PUBKEY(crypto->X509_get_X509_PUBKEY(certificate), &key);
  uint8_t digest[CCRYPTO_SHA256_BYTES];
  int done = length > 0 && ccrypto_sha256(key, (size_t)length, digest);
  if (done) {
    memcpy(pin, "sha256//", 8);
    crypto->EVP_EncodeBlock((unsigned char *)pin + 8, digest, CCRYPTO_SHA256_BYTES);
  }
  crypto->CRYPTO_free(key, OPENSSL_FILE, OPENSSL_LINE);
  crypto->X509_free(certificate);
  return done;
}
