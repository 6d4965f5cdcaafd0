#include "Easy.h"

// A ccurl_multi is libcurl's handle under another name, without additional state.
static CURLM *handle(ccurl_multi *multi) { return (CURLM *)multi; }

ccurl_multi *ccurl_multi_make(long idle_connections, long most_connections) {
  CURLM *multi = curl_multi_init();
  if (!multi) return NULL;
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, idle_connections);
  curl_multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, most_connections);
  curl_multi_setopt(multi, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX);
  return (ccurl_multi *)multi;
}

// Adds and removes a handle at the end, because otherwise libcurl does not start the transfers that
// wait for a connection.
void ccurl_multi_limit(ccurl_multi *multi, long idle, long per_host, long overall) {
  curl_multi_setopt(handle(multi), CURLMOPT_MAXCONNECTS, idle);
  curl_multi_setopt(handle(multi), CURLMOPT_MAX_HOST_CONNECTIONS, per_host);
  curl_multi_setopt(handle(multi), CURLMOPT_MAX_TOTAL_CONNECTIONS, overall);
  CURL *passing = curl_easy_init();
  if (!passing) return;
  if (curl_multi_add_handle(handle(multi), passing) == CURLM_OK)
    curl_multi_remove_handle(handle(multi), passing);
  curl_easy_cleanup(passing);
}

void ccurl_multi_free(ccurl_multi *multi) { curl_multi_cleanup(handle(multi)); }

int ccurl_multi_add(ccurl_multi *multi, ccurl_easy *easy) {
  return (int)curl_multi_add_handle(handle(multi), easy->handle);
}

void ccurl_multi_remove(ccurl_multi *multi, ccurl_easy *easy) {
  curl_multi_remove_handle(handle(multi), easy->handle);
}

int ccurl_multi_perform(ccurl_multi *multi) {
  int running = 0;
  curl_multi_perform(handle(multi), &running);
  return running;
}

int ccurl_multi_poll(ccurl_multi *multi, int milliseconds) {
  return (int)curl_multi_poll(handle(multi), NULL, 0, milliseconds, NULL);
}

void ccurl_multi_wakeup(ccurl_multi *multi) { curl_multi_wakeup(handle(multi)); }

ccurl_easy *ccurl_multi_next_done(ccurl_multi *multi, int *code) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(handle(multi), &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    char *owner = NULL;
    *code = (int)message->data.result;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &owner);
    return (ccurl_easy *)owner;
  }
  return NULL;
}
