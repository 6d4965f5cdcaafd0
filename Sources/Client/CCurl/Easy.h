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
  /// The HTTP/2 stream, or 0 before one is open.
  unsigned stream;
  /// The identity of the connection in use, or -1 if it is unknown.
  int64_t connection;
  char error[CURL_ERROR_SIZE];
};

#endif
