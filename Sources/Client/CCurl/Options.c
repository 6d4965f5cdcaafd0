#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Easy.h"

int ccurl_set_text(ccurl_easy *easy, ccurl_text option, const char *value) {
  static const CURLoption names[] = {
      [CCURL_TEXT_URL] = CURLOPT_URL,
      [CCURL_TEXT_METHOD] = CURLOPT_CUSTOMREQUEST,
      [CCURL_TEXT_USER_AGENT] = CURLOPT_USERAGENT,
      [CCURL_TEXT_ACCEPT_ENCODING] = CURLOPT_ACCEPT_ENCODING,
      [CCURL_TEXT_COOKIE] = CURLOPT_COOKIE,
      [CCURL_TEXT_USER] = CURLOPT_USERNAME,
      [CCURL_TEXT_PASSWORD] = CURLOPT_PASSWORD,
      [CCURL_TEXT_BEARER] = CURLOPT_XOAUTH2_BEARER,
      [CCURL_TEXT_PROXY] = CURLOPT_PROXY,
      [CCURL_TEXT_UNIX_SOCKET] = CURLOPT_UNIX_SOCKET_PATH,
      [CCURL_TEXT_AUTHORITIES] = CURLOPT_CAINFO,
      [CCURL_TEXT_CERTIFICATE] = CURLOPT_SSLCERT,
      [CCURL_TEXT_CERTIFICATE_TYPE] = CURLOPT_SSLCERTTYPE,
      [CCURL_TEXT_KEY] = CURLOPT_SSLKEY,
      [CCURL_TEXT_PINS] = CURLOPT_PINNEDPUBLICKEY,
  };
  return (int)curl_easy_setopt(easy->handle, names[option], value);
}

int ccurl_set_number(ccurl_easy *easy, ccurl_number option, long value) {
  static const CURLoption names[] = {
      [CCURL_NUMBER_CONNECT_TIMEOUT_MS] = CURLOPT_CONNECTTIMEOUT_MS,
      [CCURL_NUMBER_FRESH_CONNECT] = CURLOPT_FRESH_CONNECT,
      [CCURL_NUMBER_FORBID_REUSE] = CURLOPT_FORBID_REUSE,
      [CCURL_NUMBER_VERIFY_PEER] = CURLOPT_SSL_VERIFYPEER,
      [CCURL_NUMBER_VERIFY_HOST] = CURLOPT_SSL_VERIFYHOST,
      [CCURL_NUMBER_PIPE_WAIT] = CURLOPT_PIPEWAIT,
  };
  return (int)curl_easy_setopt(easy->handle, names[option], value);
}

int ccurl_set_auth(ccurl_easy *easy, ccurl_auth auth) {
  static const unsigned long masks[] = {
      [CCURL_AUTH_BASIC] = CURLAUTH_BASIC,
      [CCURL_AUTH_BEARER] = CURLAUTH_BEARER,
      [CCURL_AUTH_DIGEST] = CURLAUTH_DIGEST,
  };
  return (int)curl_easy_setopt(easy->handle, CURLOPT_HTTPAUTH, masks[auth]);
}

int ccurl_set_http(ccurl_easy *easy, ccurl_http version) {
  static const long versions[] = {
      [CCURL_HTTP_AUTOMATIC] = CURL_HTTP_VERSION_2TLS,
      [CCURL_HTTP_1] = CURL_HTTP_VERSION_1_1,
      [CCURL_HTTP_2] = CURL_HTTP_VERSION_2TLS,
      [CCURL_HTTP_2_PLAIN] = CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE,
  };
  return (int)curl_easy_setopt(easy->handle, CURLOPT_HTTP_VERSION, versions[version]);
}

int ccurl_set_get(ccurl_easy *easy) {
  return (int)curl_easy_setopt(easy->handle, CURLOPT_HTTPGET, 1L);
}

int ccurl_set_head(ccurl_easy *easy) {
  return (int)curl_easy_setopt(easy->handle, CURLOPT_NOBODY, 1L);
}

int ccurl_set_bytes(ccurl_easy *easy, const uint8_t *bytes, size_t count) {
  curl_easy_setopt(easy->handle, CURLOPT_POST, 1L);
  curl_easy_setopt(easy->handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return (int)curl_easy_setopt(easy->handle, CURLOPT_COPYPOSTFIELDS, count ? (const char *)bytes : "");
}

int ccurl_set_stream(ccurl_easy *easy, int64_t count) {
  curl_easy_setopt(easy->handle, CURLOPT_POST, 1L);
  return (int)curl_easy_setopt(easy->handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
}

// libcurl's append traverses the list each time, so the last node of the header list is stored.
static int append(struct curl_slist **list, struct curl_slist **last, const char *line) {
  struct curl_slist *node = curl_slist_append(last && *last ? *last : *list, line);
  if (!node) return CURLE_OUT_OF_MEMORY;
  if (!*list) *list = node;
  if (last) *last = *last ? (*last)->next : node;
  return CURLE_OK;
}

static int append_field(ccurl_easy *easy, ccurl_list list, const char *format, const char *name,
                        const char *value) {
  char small[512];
  size_t room = strlen(name) + strlen(value) + 4;
  char *line = room <= sizeof small ? small : malloc(room);
  if (!line) return CURLE_OUT_OF_MEMORY;
  snprintf(line, room, format, name, value);
  int code = list == CCURL_LIST_PROXY_HEADER ? append(&easy->proxy_headers, NULL, line)
                                             : append(&easy->headers, &easy->last_header, line);
  if (line != small) free(line);
  return code;
}

int ccurl_add_header(ccurl_easy *easy, ccurl_list list, const char *name, const char *value) {
  return append_field(easy, list, *value ? "%s: %s" : "%s;%s", name, value);
}

int ccurl_suppress_header(ccurl_easy *easy, const char *name) {
  return append_field(easy, CCURL_LIST_HEADER, "%s:%s", name, "");
}

int ccurl_add_route(ccurl_easy *easy, const char *entry) {
  return append(&easy->routes, NULL, entry);
}

int ccurl_apply_lists(ccurl_easy *easy) {
  CURLcode code = CURLE_OK;
  if (easy->headers) code = curl_easy_setopt(easy->handle, CURLOPT_HTTPHEADER, easy->headers);
  if (code == CURLE_OK && easy->proxy_headers)
    code = curl_easy_setopt(easy->handle, CURLOPT_PROXYHEADER, easy->proxy_headers);
  if (code == CURLE_OK && easy->routes)
    code = curl_easy_setopt(easy->handle, CURLOPT_CONNECT_TO, easy->routes);
  return (int)code;
}
