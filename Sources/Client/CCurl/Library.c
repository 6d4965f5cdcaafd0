#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>

#include "CCurl.h"
#include "Functions.h"

static int prepared;

static void prepare(void) {
  prepared = ccurl_open_library() ? (int)curl_global_init(CURL_GLOBAL_DEFAULT) : CURLE_FAILED_INIT;
}

int ccurl_prepare(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, prepare);
  return prepared;
}

static void *prepare_alone(void *nothing) {
  ccurl_prepare();
  return nothing;
}

void ccurl_begin_to_prepare(void) {
  static atomic_flag has_begun = ATOMIC_FLAG_INIT;
  if (atomic_flag_test_and_set(&has_begun)) return;
  pthread_t thread;
  if (pthread_create(&thread, NULL, prepare_alone, NULL) == 0) pthread_detach(thread);
}

uint64_t ccurl_raise_descriptors(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
  if (limit.rlim_cur < limit.rlim_max) {
    struct rlimit raised = {limit.rlim_max, limit.rlim_max};
    if (setrlimit(RLIMIT_NOFILE, &raised) == 0) return raised.rlim_cur;
  }
  return limit.rlim_cur;
}

ccurl_features ccurl_probe(void) {
  if (!ccurl_open_library()) return (ccurl_features){.version = "not installed"};
  curl_version_info_data *info = curl_version_info(CURLVERSION_NOW);
  ccurl_features features = {
      .version = info->version,
      .http2 = (info->features & CURL_VERSION_HTTP2) != 0,
      .tls = (info->features & CURL_VERSION_SSL) != 0,
      .public_suffixes = (info->features & CURL_VERSION_PSL) != 0,
      .asynchronous_names = (info->features & CURL_VERSION_ASYNCHDNS) != 0,
  };
  return features;
}

int ccurl_url_parts(const char *url, char **scheme, char **host, char **ascii_host, int *port) {
  *scheme = *host = *ascii_host = NULL;
  if (!ccurl_open_library()) return CURLUE_LAST;
  CURLU *parsed = curl_url();
  if (!parsed) return CURLUE_OUT_OF_MEMORY;
  char *digits = NULL;
  CURLUcode code = curl_url_set(parsed, CURLUPART_URL, url, CURLU_DISALLOW_USER);
  if (code == CURLUE_OK) code = curl_url_get(parsed, CURLUPART_SCHEME, scheme, 0);
  if (code == CURLUE_OK && strcmp(*scheme, "http") != 0 && strcmp(*scheme, "https") != 0)
    code = CURLUE_UNSUPPORTED_SCHEME;
  if (code == CURLUE_OK) code = curl_url_get(parsed, CURLUPART_HOST, host, 0);
  if (code == CURLUE_OK) code = curl_url_get(parsed, CURLUPART_PORT, &digits, CURLU_DEFAULT_PORT);
  if (code == CURLUE_OK) {
    *port = 0;
    for (const char *digit = digits; *digit; digit++) *port = *port * 10 + (*digit - '0');
#ifdef CURLU_PUNYCODE
    if (curl_url_get(parsed, CURLUPART_HOST, ascii_host, CURLU_PUNYCODE) != CURLUE_OK)
      *ascii_host = NULL;
#endif
  }
  curl_free(digits);
  curl_url_cleanup(parsed);
  return (int)code;
}

void ccurl_free(char *text) {
  if (text) curl_free(text);
}
