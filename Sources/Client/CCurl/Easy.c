#include "Easy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static size_t on_body(char *bytes, size_t size, size_t count, void *owner) {
  ccurl_easy *easy = owner;
  return easy->callbacks.body(easy->context, (const uint8_t *)bytes, size * count);
}

static size_t on_header(char *bytes, size_t size, size_t count, void *owner) {
  ccurl_easy *easy = owner;
  return easy->callbacks.header(easy->context, (const uint8_t *)bytes, size * count);
}

static size_t on_read(char *into, size_t size, size_t room, void *owner) {
  ccurl_easy *easy = owner;
  int64_t count = easy->callbacks.read(easy->context, (uint8_t *)into, size * room);
  return count < 0 ? CURL_READFUNC_ABORT : (size_t)count;
}

// A refusal must be FAIL. After CANTSEEK, libcurl would send the body again in another way.
static int on_seek(void *owner, curl_off_t offset, int origin) {
  ccurl_easy *easy = owner;
  if (origin != SEEK_SET) return CURL_SEEKFUNC_FAIL;
  return easy->callbacks.seek(easy->context, offset) == 0 ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL;
}

// The number of the connection, or, before libcurl 8.2, the address of its TLS session. It is valid
// only during a callback.
static int64_t connection_in_use(CURL *handle) {
  enum { connection_id = CURLINFO_OFF_T + 64 }; // CURLINFO_CONN_ID, which older headers lack
  curl_off_t number = -1;
  if (curl_easy_getinfo(handle, (CURLINFO)connection_id, &number) == CURLE_OK) return number;
  struct curl_tlssessioninfo *session = NULL;
  if (curl_easy_getinfo(handle, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK) return -1;
  return session && session->internals ? (int64_t)(intptr_t)session->internals : -1;
}

static int on_ready(void *owner, char *address, char *local, int port, int local_port) {
  (void)address, (void)local, (void)port, (void)local_port;
  ccurl_easy *easy = owner;
  if (easy->watched) easy->connection = connection_in_use(easy->handle);
  return easy->callbacks.ready(easy->context) == 0 ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

// Opens the socket as libcurl does, but with close-on-exec, because Weir starts other programs.
static curl_socket_t on_open(void *owner, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  ccurl_easy *easy = owner;
  if (easy->callbacks.opens(easy->context) != 0) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static int on_look_up(void *resolver, void *reserved, void *owner) {
  (void)resolver, (void)reserved;
  ccurl_easy *easy = owner;
  easy->callbacks.looks_up(easy->context);
  return 0;
}

// Detects from the log that a server did not process a request (RFC 9113, sections 6.8 and 8.7):
// its stream was refused, or its stream number is greater than the last stream of a GOAWAY. libcurl
// logs a GOAWAY only for the transfer that reads the frame, and does not log a refusal if the
// connection was reused. Only the beginning of a line is examined, because a URL or header of the
// request in the rest of the line may contain the same text.
static int on_word(CURL *handle, curl_infotype kind, char *text, size_t length, void *owner) {
  ccurl_easy *easy = owner;
  char line[256];
  if (kind != CURLINFO_TEXT) return 0;
  if (length >= sizeof line) length = sizeof line - 1;
  memcpy(line, text, length);
  line[length] = 0;
  unsigned stream = 0;
  const char *words = strncmp(line, "[HTTP/2] ", 9) == 0 ? line + 9 : line;
  char last = 0;
  if (strncmp(words, "REFUSED_STREAM", 14) == 0 ||
      sscanf(words, "HTTP/2 stream %*u was not closed cleanly: REFUSED_STREA%c", &last) == 1)
    easy->refused = 1;
  // libcurl before 8.2 uses the first format, and later versions use the second.
  if (sscanf(line, "Using Stream ID: %u", &stream) == 1 ||
      sscanf(line, "[HTTP/2] [%u] OPENED stream", &stream) == 1)
    easy->stream = stream;
  // The first word is "received" ("recveived" in 7.88).
  if (sscanf(words, "%*s GOAWAY, error=%*d, last_stream=%u", &stream) == 1) {
    int64_t connection = connection_in_use(handle);
    if (connection == easy->connection) ccurl_note_goaway(easy, connection, stream);
    if (connection >= 0) easy->callbacks.goes_away(easy->context, connection, stream);
  }
  return 0;
}

void ccurl_note_goaway(ccurl_easy *easy, int64_t connection, uint32_t last_stream) {
  if (easy->connection == connection && easy->stream > last_stream) easy->refused = 1;
}

ccurl_easy *ccurl_easy_make(void) {
  ccurl_easy *easy = calloc(1, sizeof *easy);
  if (!easy) return NULL;
  easy->handle = curl_easy_init();
  if (!easy->handle) {
    free(easy);
    return NULL;
  }
  return easy;
}

static void free_lists(ccurl_easy *easy) {
  curl_slist_free_all(easy->headers);
  curl_slist_free_all(easy->proxy_headers);
  curl_slist_free_all(easy->routes);
  easy->headers = easy->last_header = easy->proxy_headers = easy->routes = NULL;
}

void ccurl_easy_free(ccurl_easy *easy) {
  curl_easy_cleanup(easy->handle);
  free_lists(easy);
  free(easy);
}

void ccurl_easy_begin(ccurl_easy *easy, const ccurl_callbacks *callbacks, void *context) {
  CURL *handle = easy->handle;
  easy->callbacks = *callbacks;
  easy->context = context;
  easy->watched = easy->refused = 0;
  easy->stream = 0;
  easy->connection = -1;
  easy->error[0] = 0;
  curl_easy_setopt(handle, CURLOPT_PRIVATE, easy);
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, easy->error);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  // Without this option, removing a handle would wait for the thread of its name lookup.
  curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
  curl_easy_setopt(handle, CURLOPT_HTTP09_ALLOWED, 0L);
  curl_easy_setopt(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  curl_easy_setopt(handle, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  curl_easy_setopt(handle, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  curl_easy_setopt(handle, CURLOPT_PROXY_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  // libcurl reads once per call. With the default buffer of 16 KiB, a gigabyte would take 65,000
  // calls.
  curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, 131072L);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, on_body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, easy);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, on_header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, easy);
  curl_easy_setopt(handle, CURLOPT_READFUNCTION, on_read);
  curl_easy_setopt(handle, CURLOPT_READDATA, easy);
  curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, on_seek);
  curl_easy_setopt(handle, CURLOPT_SEEKDATA, easy);
  curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, on_ready);
  curl_easy_setopt(handle, CURLOPT_PREREQDATA, easy);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, on_open);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, easy);
  curl_easy_setopt(handle, CURLOPT_RESOLVER_START_FUNCTION, on_look_up);
  curl_easy_setopt(handle, CURLOPT_RESOLVER_START_DATA, easy);
  // libcurl offers the codings, but Weir decodes them, because only Weir's decoders detect a
  // truncated body.
  curl_easy_setopt(handle, CURLOPT_HTTP_CONTENT_DECODING, 0L);
}

void ccurl_easy_again(ccurl_easy *easy, void *context) {
  easy->context = context;
  easy->refused = 0;
  easy->stream = 0;
  easy->connection = -1;
  easy->error[0] = 0;
}

void ccurl_easy_end(ccurl_easy *easy) {
  // A reset does not detach the share.
  curl_easy_setopt(easy->handle, CURLOPT_SHARE, NULL);
  curl_easy_reset(easy->handle);
  free_lists(easy);
  easy->context = NULL;
}

void *ccurl_easy_context(ccurl_easy *easy) { return easy->context; }

int ccurl_watch_refusal(ccurl_easy *easy) {
  easy->watched = 1;
  curl_easy_setopt(easy->handle, CURLOPT_DEBUGFUNCTION, on_word);
  curl_easy_setopt(easy->handle, CURLOPT_DEBUGDATA, easy);
  return (int)curl_easy_setopt(easy->handle, CURLOPT_VERBOSE, 1L);
}

int ccurl_was_refused(const ccurl_easy *easy) { return easy->refused; }

int ccurl_easy_connect(ccurl_easy *easy) {
  curl_easy_setopt(easy->handle, CURLOPT_CONNECT_ONLY, 1L);
  return (int)curl_easy_perform(easy->handle);
}
