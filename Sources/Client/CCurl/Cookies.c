#include "Easy.h"

// One thread uses all jars, so the share needs no lock functions.
ccurl_jar *ccurl_jar_make(void) {
  CURLSH *share = curl_share_init();
  if (!share) return NULL;
  if (curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE) != CURLSHE_OK) {
    curl_share_cleanup(share);
    return NULL;
  }
  return (ccurl_jar *)share;
}

void ccurl_jar_free(ccurl_jar *jar) { curl_share_cleanup((CURLSH *)jar); }

int ccurl_set_jar(ccurl_easy *easy, ccurl_jar *jar) {
  CURLcode code = curl_easy_setopt(easy->handle, CURLOPT_SHARE, (CURLSH *)jar);
  // An empty file name enables the cookie engine and reads nothing.
  if (code == CURLE_OK && jar) code = curl_easy_setopt(easy->handle, CURLOPT_COOKIEFILE, "");
  return (int)code;
}

int ccurl_jar_take(ccurl_easy *easy, const char *line) {
  return (int)curl_easy_setopt(easy->handle, CURLOPT_COOKIELIST, line);
}

void ccurl_jar_list(ccurl_easy *easy, void *context, void (*line)(void *context, const char *text)) {
  struct curl_slist *cookies = NULL;
  if (curl_easy_getinfo(easy->handle, CURLINFO_COOKIELIST, &cookies) != CURLE_OK) return;
  for (struct curl_slist *cookie = cookies; cookie; cookie = cookie->next) line(context, cookie->data);
  curl_slist_free_all(cookies);
}
