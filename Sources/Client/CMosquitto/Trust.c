#include "Trust.h"

#include "OpenSSL.h"

#include <string.h>

static int pass_on(int is_good, X509_STORE_CTX *chain) {
  (void)chain;
  return is_good;
}

static int has_pinned_key(cmosquitto_key_check *it, const X509 *certificate) {
  const cmosquitto_openssl_functions *openssl = cmosquitto_openssl();
  unsigned char *der = NULL;
  int length = certificate ? openssl->i2d_X509(certificate, &der) : 0;
  char pin[CCRYPTO_PIN_BYTES];
  int is_known = length > 0 && ccrypto_public_key_pin(der, (size_t)length, pin);
  openssl->CRYPTO_free(der, OPENSSL_FILE, OPENSSL_LINE);
  // Each entry has the length of `pin` and contains no `;`, so a match is always a complete entry.
  if (is_known && strstr(it->pins, pin)) return 1;
  if (is_known) memcpy(it->refused, pin, sizeof pin);
  return 0;
}

// Checks the broker during the handshake, because libmosquitto sends the user name and password
// directly after the handshake.
static int check_broker(X509_STORE_CTX *chain, void *context) {
  const cmosquitto_openssl_functions *openssl = cmosquitto_openssl();
  cmosquitto_key_check *it = context;
  if (!it->is_insecure) {
    // libmosquitto 2.0.11 sets a callback that checks the host name, but refuses every certificate
    // in a context that the library did not create. Therefore the callback is replaced, and OpenSSL
    // checks the name from the parameters of the context.
    openssl->X509_STORE_CTX_set_verify_cb(chain, pass_on);
    if (openssl->X509_verify_cert(chain) <= 0) return 0;
  }
  if (has_pinned_key(it, openssl->X509_STORE_CTX_get0_cert(chain))) return 1;
  openssl->X509_STORE_CTX_set_error(chain, X509_V_ERR_APPLICATION_VERIFICATION);
  return 0;
}

/// Passes a context that checks pins to libmosquitto. The library adds the roots and the client
/// certificate to the context.
static int set_context(struct mosquitto *handle, const char *name, cmosquitto_key_check *check) {
  const cmosquitto_openssl_functions *openssl = cmosquitto_openssl();
  if (!openssl) return CMOSQUITTO_NO_OPENSSL;
  SSL_CTX *context = openssl->SSL_CTX_new(openssl->TLS_client_method());
  if (!context) return MOSQ_ERR_NOMEM;
  X509_VERIFY_PARAM *parameters = openssl->SSL_CTX_get0_param(context);
  openssl->X509_VERIFY_PARAM_set_hostflags(parameters, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  int code = MOSQ_ERR_SUCCESS;
  if (name && !openssl->X509_VERIFY_PARAM_set1_ip_asc(parameters, name)
      && !openssl->X509_VERIFY_PARAM_set1_host(parameters, name, 0))
    code = MOSQ_ERR_NOMEM;
  openssl->SSL_CTX_set_cert_verify_callback(context, check_broker, check);
  const cmosquitto_functions *library = cmosquitto_library();
  if (!code) code = library->int_option(handle, MOSQ_OPT_SSL_CTX_WITH_DEFAULTS, 1);
  if (!code) code = library->void_option(handle, MOSQ_OPT_SSL_CTX, context);
  // The library holds its own reference and frees it with the handle.
  openssl->SSL_CTX_free(context);
  return code;
}

int cmosquitto_set_trust(struct mosquitto *handle, const cmosquitto_options *options,
                         cmosquitto_key_check *check) {
  const cmosquitto_functions *library = cmosquitto_library();
  int code = MOSQ_ERR_SUCCESS;
  if (!options->authorities) code = library->int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1);
  // The folder is passed in addition to the system's roots, because libmosquitto 2.0.11 requires a
  // file or a folder if the context already exists: Weir's context, or its own when it reconnects.
  if (!code)
    code = library->tls_set(handle, options->authorities, options->authorities ? NULL : "/etc/ssl/certs",
                            options->certificate, options->key, NULL);
  if (code) return code;
  if (options->pins) {
    check->is_insecure = options->is_insecure;
    check->pins = strdup(options->pins);
    return check->pins ? set_context(handle, options->name, check) : MOSQ_ERR_NOMEM;
  }
  if (!options->is_insecure) return MOSQ_ERR_SUCCESS;
  // `tls_insecure_set` alone skips only the check of the host name.
  code = library->tls_insecure_set(handle, true);
  return code ? code : library->tls_opts_set(handle, SSL_VERIFY_NONE, NULL, NULL);
}
