#ifndef CCURL_EASY_H
#define CCURL_EASY_H

#include "CCurl.h"
#include "Functions.h"

struct ccurl_easy {
  CURL *handle;
  void *context;
  ccurl_callbacks callbacks;
  struct curl_slist *headers, *last_header;
  struct curl_slist *proxy_headers;
  struct curl_slist *routes;
  int watched, refused;
  /// Of HTTP/2; 0 before one is open.
  unsigned stream;
  /// Identifies the connection in use; -1 where it cannot be identified.
  int64_t connection;
  char error[CURL_ERROR_SIZE];
};

#endif
