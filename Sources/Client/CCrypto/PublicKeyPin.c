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

// Reads a key as a SubjectPublicKeyInfo. The key is not decoded further, because the pin is a hash
// of these bytes.
static X509_PUBKEY *read_key(const ccrypto_functions *crypto, const void *bytes, size_t count) {
  const unsigned char *at = bytes;
  X509_PUBKEY *key = crypto->d2i_X509_PUBKEY(NULL, &at, (long)count);
  if (key) return key;
  BIO *text = crypto->BIO_new_mem_buf(bytes, (int)count);
  if (!text) return NULL;
  unsigned char *der = NULL;
  long length = 0;
  if (crypto->PEM_bytes_read_bio(&der, &length, NULL, PEM_STRING_PUBLIC, text, NULL, NULL)) {
    at = der;
    key = crypto->d2i_X509_PUBKEY(NULL, &at, length);
    crypto->CRYPTO_free(der, OPENSSL_FILE, OPENSSL_LINE);
  }
  crypto->BIO_free(text);
  return key;
}

static int write_pin(const ccrypto_functions *crypto, const X509_PUBKEY *key, char *pin) {
  unsigned char *der = NULL;
  int length = crypto->i2d_X509_PUBKEY(key, &der);
  uint8_t digest[CCRYPTO_SHA256_BYTES];
  int done = length > 0 && ccrypto_sha256(der, (size_t)length, digest);
  if (done) {
    memcpy(pin, "sha256//", 8);
    crypto->EVP_EncodeBlock((unsigned char *)pin + 8, digest, CCRYPTO_SHA256_BYTES);
  }
  crypto->CRYPTO_free(der, OPENSSL_FILE, OPENSSL_LINE);
  return done;
}

int ccrypto_public_key_pin(const void *bytes, size_t count, char *pin) {
  const ccrypto_functions *crypto = ccrypto_library();
  if (count > INT_MAX || !crypto) return 0;
  X509 *certificate = read_certificate(crypto, bytes, count);
  if (certificate) {
    int done = write_pin(crypto, crypto->X509_get_X509_PUBKEY(certificate), pin);
    crypto->X509_free(certificate);
    return done;
  }
  X509_PUBKEY *key = read_key(crypto, bytes, count);
  if (!key) return 0;
  int done = write_pin(crypto, key, pin);
  crypto->X509_PUBKEY_free(key);
  return done;
}
