#ifndef CCRYPTO_FUNCTIONS_H
#define CCRYPTO_FUNCTIONS_H

// The functions of libcrypto, which is opened when it is first needed. Most commands neither hash
// nor seal, and loading the library would take a large part of their run time. Every file here
// calls libcrypto through this table, whose members have the names of the functions.

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#define CCRYPTO_FUNCTIONS(EACH)            \
  EACH(BIO_free)                           \
  EACH(BIO_new_mem_buf)                    \
  EACH(CRYPTO_free)                        \
  EACH(EVP_CIPHER_CTX_ctrl)                \
  EACH(EVP_CIPHER_CTX_free)                \
  EACH(EVP_CIPHER_CTX_new)                 \
  EACH(EVP_DecryptFinal_ex)                \
  EACH(EVP_DecryptInit_ex)                 \
  EACH(EVP_DecryptUpdate)                  \
  EACH(EVP_Digest)                         \
  EACH(EVP_DigestFinal_ex)                 \
  EACH(EVP_DigestInit_ex)                  \
  EACH(EVP_DigestUpdate)                   \
  EACH(EVP_EncodeBlock)                    \
  EACH(EVP_EncryptFinal_ex)                \
  EACH(EVP_EncryptInit_ex)                 \
  EACH(EVP_EncryptUpdate)                  \
  EACH(EVP_KDF_CTX_free)                   \
  EACH(EVP_KDF_CTX_new)                    \
  EACH(EVP_KDF_derive)                     \
  EACH(EVP_KDF_fetch)                      \
  EACH(EVP_KDF_free)                       \
  EACH(EVP_MD_CTX_free)                    \
  EACH(EVP_MD_CTX_new)                     \
  EACH(EVP_aes_256_gcm)                    \
  EACH(EVP_sha256)                         \
  EACH(HMAC)                               \
  EACH(OPENSSL_cleanse)                    \
  EACH(OSSL_PARAM_construct_end)           \
  EACH(OSSL_PARAM_construct_octet_string)  \
  EACH(OSSL_PARAM_construct_utf8_string)   \
  EACH(PEM_bytes_read_bio)                 \
  EACH(PEM_read_bio_X509)                  \
  EACH(X509_PUBKEY_free)                   \
  EACH(X509_free)                          \
  EACH(X509_get_X509_PUBKEY)               \
  EACH(d2i_X509)                           \
  EACH(d2i_X509_PUBKEY)                    \
  EACH(i2d_X509_PUBKEY)

typedef struct {
#define CCRYPTO_MEMBER(name) __typeof__(&name) name;
  CCRYPTO_FUNCTIONS(CCRYPTO_MEMBER)
#undef CCRYPTO_MEMBER
} ccrypto_functions;

/// Returns the functions, or null if libcrypto or one of them is missing. The first call opens
/// libcrypto. May be called from any thread.
const ccrypto_functions *ccrypto_library(void);

#endif
