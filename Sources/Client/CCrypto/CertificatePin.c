#include <limits.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <string.h>

#include "CCrypto.h"

static X509 *read_certificate(const void *bytes, size_t count) {
  const unsigned char *at = bytes;
  X509 *certificate = d2i_X509(NULL, &at, (long)count);
  if (certificate) return certificate;
  BIO *text = BIO_new_mem_buf(bytes, (int)count);
  if (!text) return NULL;
  certificate = PEM_read_bio_X509(text, NULL, NULL, NULL);
  BIO_free(text);
  return certificate;
}

int ccrypto_certificate_pin(const void *bytes, size_t count, char *pin) {
  if (count > INT_MAX) return 0;
  X509 *certificate = read_certificate(bytes, count);
  if (!certificate) return 0;
  unsigned char *key = NULL;
  int length = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &key);
  uint8_t digest[CCRYPTO_SHA256_BYTES];
  int done = length > 0 && ccrypto_sha256(key, (size_t)length, digest);
  if (done) {
    memcpy(pin, "sha256//", 8);
    EVP_EncodeBlock((unsigned char *)pin + 8, digest, CCRYPTO_SHA256_BYTES);
  }
  OPENSSL_free(key);
  X509_free(certificate);
  return done;
}
