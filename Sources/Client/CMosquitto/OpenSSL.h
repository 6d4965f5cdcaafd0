#ifndef CMOSQUITTO_OPENSSL_H
#define CMOSQUITTO_OPENSSL_H

#include <openssl/crypto.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#define CMOSQUITTO_OPENSSL_FUNCTIONS(EACH) \
  EACH(CRYPTO_free)                        \
  EACH(SSL_CTX_free)                       \
  EACH(SSL_CTX_get0_param)                 \
  EACH(SSL_CTX_new)                        \
  EACH(SSL_CTX_set_cert_verify_callback)   \
  EACH(TLS_client_method)                  \
  EACH(X509_STORE_CTX_get0_cert)           \
  EACH(X509_STORE_CTX_set_error)           \
  EACH(X509_STORE_CTX_set_verify_cb)       \
  EACH(X509_VERIFY_PARAM_set1_host)        \
  EACH(X509_VERIFY_PARAM_set1_ip_asc)      \
  EACH(X509_VERIFY_PARAM_set_hostflags)    \
  EACH(X509_verify_cert)                   \
  EACH(i2d_X509)

typedef struct {
#define CMOSQUITTO_OPENSSL_MEMBER(name) __typeof__(&name) name;
  CMOSQUITTO_OPENSSL_FUNCTIONS(CMOSQUITTO_OPENSSL_MEMBER)
#undef CMOSQUITTO_OPENSSL_MEMBER
} cmosquitto_openssl_functions;

/// Returns the functions of the OpenSSL that libmosquitto is linked to, or null if libmosquitto
/// uses another TLS library. The functions are looked up through libmosquitto, because it accepts
/// only a context of its own copy of OpenSSL. May be called from any thread.
const cmosquitto_openssl_functions *cmosquitto_openssl(void);

#endif
