#ifndef CCURL_H
#define CCURL_H

// The part of libcurl that Weir uses, with types. libcurl's own header is not imported, because
// Swift cannot use its macros and variadic functions. A multi handle and its easy handles must be
// used on one thread. Only ccurl_multi_wakeup may be called from any thread.

#include <stddef.h>
#include <stdint.h>

/// The handle of a transfer, which can be reused for later transfers.
typedef struct ccurl_easy ccurl_easy;
/// The set of running transfers and their pooled connections.
typedef struct ccurl_multi ccurl_multi;
/// A cookie jar that several transfers share.
typedef struct ccurl_jar ccurl_jar;

/// The functions that libcurl calls during a transfer. `context` is the argument of
/// ccurl_easy_begin.
typedef struct {
  /// Receives body bytes that are still encoded. Any result other than `count` stops the transfer.
  size_t (*body)(void *context, const uint8_t *bytes, size_t count);
  /// Receives one header line with its line break. Any result other than `count` stops the
  /// transfer.
  size_t (*header)(void *context, const uint8_t *bytes, size_t count);
  /// Copies up to `room` bytes of the request's body. Returns the number of bytes, 0 at the end, or
  /// -1 to stop.
  int64_t (*read)(void *context, uint8_t *into, size_t room);
  /// Sets the read position in the request's body. Returns 0 on success, or 1 to refuse.
  int (*seek)(void *context, int64_t offset);
  /// Called when the connection is open and before the request is written. Returns 0 to write it,
  /// or 1 to stop.
  int (*ready)(void *context);
  /// Called before a new connection is opened. Returns 0 to open it, or 1 to stop.
  int (*opens)(void *context);
  /// Called before a name or an address is looked up.
  void (*looks_up)(void *context);
  /// Called when a GOAWAY has been received on a connection. The server did not process streams
  /// above `last_stream`.
  void (*goes_away)(void *context, int64_t connection, uint32_t last_stream);
} ccurl_callbacks;

typedef enum {
  CCURL_TEXT_URL,
  CCURL_TEXT_METHOD,
  CCURL_TEXT_USER_AGENT,
  CCURL_TEXT_ACCEPT_ENCODING,
  CCURL_TEXT_COOKIE,
  CCURL_TEXT_USER,
  CCURL_TEXT_PASSWORD,
  CCURL_TEXT_BEARER,
  CCURL_TEXT_PROXY,
  CCURL_TEXT_UNIX_SOCKET,
  CCURL_TEXT_AUTHORITIES,
  CCURL_TEXT_CERTIFICATE,
  CCURL_TEXT_CERTIFICATE_TYPE,
  CCURL_TEXT_KEY,
  CCURL_TEXT_PINS,
} ccurl_text;

typedef enum {
  CCURL_NUMBER_CONNECT_TIMEOUT_MS,
  CCURL_NUMBER_FRESH_CONNECT,
  CCURL_NUMBER_FORBID_REUSE,
  CCURL_NUMBER_VERIFY_PEER,
  /// 2 checks the host name, 0 does not.
  CCURL_NUMBER_VERIFY_HOST,
  CCURL_NUMBER_PIPE_WAIT,
} ccurl_number;

typedef enum { CCURL_AUTH_BASIC, CCURL_AUTH_BEARER, CCURL_AUTH_DIGEST } ccurl_auth;
typedef enum { CCURL_HTTP_AUTOMATIC, CCURL_HTTP_1, CCURL_HTTP_2, CCURL_HTTP_2_PLAIN } ccurl_http;
typedef enum { CCURL_LIST_HEADER, CCURL_LIST_PROXY_HEADER, CCURL_LIST_CONNECT_TO } ccurl_list;

/// The result codes that Weir distinguishes, with libcurl's numbers.
enum {
  CCURL_OK = 0,
  CCURL_UNSUPPORTED_PROTOCOL = 1,
  CCURL_URL_MALFORMED = 3,
  CCURL_NOT_BUILT_IN = 4,
  CCURL_PROXY_NAME = 5,
  CCURL_HOST_NAME = 6,
  CCURL_CONNECT = 7,
  CCURL_WEIRD_RESPONSE = 8,
  CCURL_HTTP2 = 16,
  CCURL_PARTIAL = 18,
  CCURL_OUT_OF_MEMORY = 27,
  CCURL_TIMED_OUT = 28,
  CCURL_TLS_CONNECT = 35,
  CCURL_ABORTED = 42,
  CCURL_GOT_NOTHING = 52,
  CCURL_SEND = 55,
  CCURL_RECEIVE = 56,
  CCURL_CLIENT_CERTIFICATE = 58,
  CCURL_CIPHER = 59,
  CCURL_PEER = 60,
  CCURL_CONTENT_CODING = 61,
  CCURL_REWIND = 65,
  CCURL_AUTHORITIES_FILE = 77,
  CCURL_ISSUER = 83,
  CCURL_PIN = 90,
  CCURL_HTTP2_STREAM = 92,
  CCURL_AUTHENTICATION = 94,
  CCURL_PROXY = 97,
  CCURL_CLIENT_CERTIFICATE_WANTED = 98,
  CCURL_TOO_LARGE = 100,
};

/// Facts about a transfer. Times are in microseconds from its start, or 0 for a step that did not
/// happen.
typedef struct {
  int64_t name_lookup, connected, secured, total;
  int64_t sent_body, received_body;
  long sent_request, received_headers;
  long system_error, new_connections, port;
  const char *address;
} ccurl_facts;

// Library

/// Opens and initializes libcurl. Returns 0 on success. May be called from any thread. Only the
/// first call has an effect, and other calls wait for it. Must be called before handles and jars
/// are created.
int ccurl_prepare(void);
/// Starts ccurl_prepare on a new thread without waiting for it. Only the first call has an effect.
void ccurl_begin_to_prepare(void);
/// Raises the soft limit of open descriptors to the hard limit and returns the new limit.
uint64_t ccurl_raise_descriptors(void);

// Preallocates blocks of a file from an offset without changing its length. A failure is ignored.
void ccurl_file_ahead(int file, int64_t offset, int64_t length);

// Starts to write a part of a file to disk without waiting for it.
void ccurl_file_begin_writing(int file, int64_t offset, int64_t length);

typedef struct {
  const char *version;
  /// The version as a number. 0x075801 is 7.88.1.
  unsigned number;
  int http2, tls, public_suffixes, asynchronous_names;
} ccurl_features;
ccurl_features ccurl_probe(void);

/// The parts of a URL as libcurl parses it. A missing part is null.
typedef struct {
  char *scheme, *host;
  /// The host with non-ASCII letters as `xn--…`, or null if libcurl cannot convert it.
  char *ascii_host;
  /// The zone of an IPv6 address, without its `%25`.
  char *zone;
  /// The user name and the password, percent-decoded.
  char *user, *password;
  int port;
} ccurl_url;

typedef enum {
  /// An absolute URL of a transfer, without user information.
  CCURL_URL_USER_REFUSED,
  /// A URL that the user typed. A missing scheme means https.
  CCURL_URL_USER_ALLOWED,
} ccurl_url_user;

/// Parses a URL as libcurl does. Returns 0 for an http or https URL. The parts must be freed.
/// `base` is null or an absolute URL against which `url` is resolved.
int ccurl_url_read(const char *base, const char *url, ccurl_url_user user, ccurl_url *parts);
void ccurl_url_free(ccurl_url *parts);

// Easy

ccurl_easy *ccurl_easy_make(void);
void ccurl_easy_free(ccurl_easy *easy);
/// Prepares a new or ended handle for a transfer, by setting the options that all transfers of Weir
/// share.
void ccurl_easy_begin(ccurl_easy *easy, const ccurl_callbacks *callbacks, void *context);
/// Starts another transfer on a handle. The handle retains all options except the URL, and must not
/// have been ended.
void ccurl_easy_again(ccurl_easy *easy, void *context);
/// Resets all options, frees the lists and detaches the jar after a transfer.
void ccurl_easy_end(ccurl_easy *easy);
void *ccurl_easy_context(ccurl_easy *easy);

int ccurl_set_text(ccurl_easy *easy, ccurl_text option, const char *value);
int ccurl_set_number(ccurl_easy *easy, ccurl_number option, long value);
int ccurl_set_auth(ccurl_easy *easy, ccurl_auth auth);
int ccurl_set_http(ccurl_easy *easy, ccurl_http version);
/// Sends the request without a body, with the method GET or HEAD.
int ccurl_set_get(ccurl_easy *easy);
int ccurl_set_head(ccurl_easy *easy);
/// Sends a copy of `count` bytes. libcurl sends a small body together with the head.
int ccurl_set_bytes(ccurl_easy *easy, const uint8_t *bytes, size_t count);
/// Sends `count` bytes through the read callback.
int ccurl_set_stream(ccurl_easy *easy, int64_t count);
/// Adds `name: value`. An empty value is sent as an empty field.
int ccurl_add_header(ccurl_easy *easy, ccurl_list list, const char *name, const char *value);
/// Prevents libcurl from sending its own field of this name.
int ccurl_suppress_header(ccurl_easy *easy, const char *name);
/// Adds a `host:port:address:port` entry.
int ccurl_add_route(ccurl_easy *easy, const char *entry);
/// Sets the collected lists on the handle. Must be called exactly once, before the transfer starts.
int ccurl_apply_lists(ccurl_easy *easy);
/// Enables the detection of a request that the server did not process (HTTP/2). ccurl_was_refused
/// returns the result.
int ccurl_watch_refusal(ccurl_easy *easy);
/// Records a GOAWAY for a transfer. It has an effect only on transfers of the same connection.
void ccurl_note_goaway(ccurl_easy *easy, int64_t connection, uint32_t last_stream);
int ccurl_was_refused(const ccurl_easy *easy);

/// Establishes the connection of the transfer, including TLS, and sends nothing. Returns a result
/// code. Blocks. The handle must not be in a multi handle, and may be used on any single thread.
int ccurl_easy_connect(ccurl_easy *easy);

void ccurl_easy_facts(ccurl_easy *easy, ccurl_facts *facts);
/// Returns the number of bytes on the wire received of the response's body.
int64_t ccurl_received(ccurl_easy *easy);
/// Returns whether the connection in use has served an earlier transfer.
int ccurl_is_reused(ccurl_easy *easy);
/// Returns the TLS version of the connection in use and sets its cipher, or returns null without
/// TLS. May be called only during a callback.
const char *ccurl_tls_version(ccurl_easy *easy, const char **cipher);
/// Returns libcurl's text for an error. Never null.
const char *ccurl_error_text(const ccurl_easy *easy, int code);

// Decoding

typedef enum {
  CCURL_CODING_GZIP,
  CCURL_CODING_DEFLATE,
  CCURL_CODING_BROTLI,
  CCURL_CODING_ZSTD,
} ccurl_coding;

/// A decoder of one coding of a body.
typedef struct ccurl_decoder ccurl_decoder;
/// Returns whether this coding can be decoded here.
int ccurl_coding_known(ccurl_coding coding);
/// Creates a decoder, or returns null if there is not enough memory or the coding is unknown.
ccurl_decoder *ccurl_decoder_make(ccurl_coding coding);
void ccurl_decoder_free(ccurl_decoder *decoder);
/// Decodes bytes from the front of the input into `room`. Returns the number of bytes written, or
/// -1 for invalid input. Must be called until no input is left and `room` was not filled.
int64_t ccurl_decode(ccurl_decoder *decoder, const uint8_t **bytes, size_t *count, uint8_t *room,
                     size_t size);
/// Returns whether the body may end after the bytes decoded so far.
int ccurl_decoder_is_complete(const ccurl_decoder *decoder);

// Cookies

ccurl_jar *ccurl_jar_make(void);
void ccurl_jar_free(ccurl_jar *jar);
/// Attaches a jar, or detaches it if null.
int ccurl_set_jar(ccurl_easy *easy, ccurl_jar *jar);
/// Adds one line in Netscape's format, or empties the jar for `ALL`.
int ccurl_jar_take(ccurl_easy *easy, const char *line);
/// Passes every cookie of the attached jar to `line`, in Netscape's format.
void ccurl_jar_list(ccurl_easy *easy, void *context, void (*line)(void *context, const char *text));

// Multi

/// Sets the maximum number of idle connections, of connections to one host (0 for no limit) and of
/// all connections. Starts transfers that wait for a connection, if the limits now allow it.
void ccurl_multi_limit(ccurl_multi *multi, long idle, long per_host, long overall);
ccurl_multi *ccurl_multi_make(long idle_connections, long most_connections);
void ccurl_multi_free(ccurl_multi *multi);
int ccurl_multi_add(ccurl_multi *multi, ccurl_easy *easy);
void ccurl_multi_remove(ccurl_multi *multi, ccurl_easy *easy);
int ccurl_multi_perform(ccurl_multi *multi);
/// Waits for traffic, a wake-up or the timeout.
int ccurl_multi_poll(ccurl_multi *multi, int milliseconds);
/// Ends a wait. May be called from any thread.
void ccurl_multi_wakeup(ccurl_multi *multi);
/// Returns the next ended transfer, or null.
ccurl_easy *ccurl_multi_next_done(ccurl_multi *multi, int *code);

#endif
