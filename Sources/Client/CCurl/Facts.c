#include <dlfcn.h>
#include <openssl/ssl.h>
#include <pthread.h>

#include "Easy.h"

static int64_t number(CURL *handle, CURLINFO info) {
  curl_off_t value = 0;
  curl_easy_getinfo(handle, info, &value);
  return value;
}

static long small(CURL *handle, CURLINFO info) {
  long value = 0;
  curl_easy_getinfo(handle, info, &value);
  return value;
}

void ccurl_easy_facts(ccurl_easy *easy, ccurl_facts *facts) {
  CURL *handle = easy->handle;
  char *address = NULL;
  curl_easy_getinfo(handle, CURLINFO_PRIMARY_IP, &address);
  facts->name_lookup = number(handle, CURLINFO_NAMELOOKUP_TIME_T);
  facts->connected = number(handle, CURLINFO_CONNECT_TIME_T);
  facts->secured = number(handle, CURLINFO_APPCONNECT_TIME_T);
  facts->total = number(handle, CURLINFO_TOTAL_TIME_T);
  facts->sent_body = number(handle, CURLINFO_SIZE_UPLOAD_T);
  facts->received_body = number(handle, CURLINFO_SIZE_DOWNLOAD_T);
  facts->sent_request = small(handle, CURLINFO_REQUEST_SIZE);
  facts->received_headers = small(handle, CURLINFO_HEADER_SIZE);
  facts->system_error = small(handle, CURLINFO_OS_ERRNO);
  facts->new_connections = small(handle, CURLINFO_NUM_CONNECTS);
  facts->port = small(handle, CURLINFO_PRIMARY_PORT);
  facts->address = address ? address : "";
}

int64_t ccurl_received(ccurl_easy *easy) { return number(easy->handle, CURLINFO_SIZE_DOWNLOAD_T); }

int ccurl_is_reused(ccurl_easy *easy) { return small(easy->handle, CURLINFO_NUM_CONNECTS) == 0; }

// libssl was loaded with libcurl, so dlopen only looks it up.
static struct {
  __typeof__(&SSL_get_version) version;
  __typeof__(&SSL_get_current_cipher) current;
  __typeof__(&SSL_CIPHER_get_name) name;
} ssl;

static void find_ssl(void) {
  void *library = dlopen("libssl.so.3", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return;
  *(void **)&ssl.version = dlsym(library, "SSL_get_version");
  *(void **)&ssl.current = dlsym(library, "SSL_get_current_cipher");
  *(void **)&ssl.name = dlsym(library, "SSL_CIPHER_get_name");
}

const char *ccurl_tls_version(ccurl_easy *easy, const char **cipher) {
  struct curl_tlssessioninfo *session = NULL;
  *cipher = NULL;
  if (curl_easy_getinfo(easy->handle, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK) return NULL;
  if (!session || session->backend != CURLSSLBACKEND_OPENSSL || !session->internals) return NULL;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_ssl);
  if (!ssl.version || !ssl.current || !ssl.name) return NULL;
  *cipher = ssl.name(ssl.current(session->internals));
  return ssl.version(session->internals);
}

const char *ccurl_error_text(const ccurl_easy *easy, int code) {
  return easy->error[0] ? easy->error : curl_easy_strerror((CURLcode)code);
}
