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
      .number = info->version_num,
      .http2 = (info->features & CURL_VERSION_HTTP2) != 0,
      .tls = (info->features & CURL_VERSION_SSL) != 0,
      .public_suffixes = (info->features & CURL_VERSION_PSL) != 0,
      .asynchronous_names = (info->features & CURL_VERSION_ASYNCHDNS) != 0,
  };
  return features;
}

static CURLUcode part(CURLU *url, CURLUPart name, char **text, unsigned flags) {
  CURLUcode code = curl_url_get(url, name, text, flags);
  if (code == CURLUE_OK) return code;
  *text = NULL;
  return code;
}

static CURLUcode take_parts(CURLU *url, ccurl_url *parts) {
  CURLUcode code = part(url, CURLUPART_SCHEME, &parts->scheme, 0);
  if (code == CURLUE_OK && strcmp(parts->scheme, "http") != 0 && strcmp(parts->scheme, "https") != 0)
    code = CURLUE_UNSUPPORTED_SCHEME;
  if (code == CURLUE_OK) code = part(url, CURLUPART_HOST, &parts->host, 0);
  char *digits = NULL;
  if (code == CURLUE_OK) code = part(url, CURLUPART_PORT, &digits, CURLU_DEFAULT_PORT);
  if (code != CURLUE_OK) return code;
  for (const char *digit = digits; *digit; digit++) parts->port = parts->port * 10 + (*digit - '0');
  curl_free(digits);
#ifdef CURLU_PUNYCODE
  part(url, CURLUPART_HOST, &parts->ascii_host, CURLU_PUNYCODE);
#endif
  part(url, CURLUPART_ZONEID, &parts->zone, 0);
  part(url, CURLUPART_USER, &parts->user, CURLU_URLDECODE);
  part(url, CURLUPART_PASSWORD, &parts->password, CURLU_URLDECODE);
  return code;
}

int ccurl_url_read(const char *base, const char *url, ccurl_url_user user, ccurl_url *parts) {
  *parts = (ccurl_url){0};
  if (!ccurl_open_library()) return CURLUE_LAST;
  CURLU *parsed = curl_url();
  if (!parsed) return CURLUE_OUT_OF_MEMORY;
  unsigned flags = user == CCURL_URL_USER_REFUSED ? CURLU_DISALLOW_USER : CURLU_DEFAULT_SCHEME;
  CURLUcode code = base ? curl_url_set(parsed, CURLUPART_URL, base, 0) : CURLUE_OK;
  if (code == CURLUE_OK) code = curl_url_set(parsed, CURLUPART_URL, url, flags);
  if (code == CURLUE_OK) code = take_parts(parsed, parts);
  curl_url_cleanup(parsed);
  return (int)code;
}

void ccurl_url_free(ccurl_url *parts) {
  char *texts[] = {parts->scheme, parts->host, parts->ascii_host, parts->zone, parts->user,
                   parts->password};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (texts[i]) curl_free(texts[i]);
  *parts = (ccurl_url){0};
}
