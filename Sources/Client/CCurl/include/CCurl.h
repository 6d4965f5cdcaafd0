#ifndef CCURL_H
#define CCURL_H

// The part of libcurl that Weir uses, typed. libcurl's own header stays hidden: its macros and variadic
// calls do not reach Swift. All calls but ccurl_multi_wakeup belong to one thread.

#include <stddef.h>
#include <stdint.h>

/// One transfer's handle, reused for many transfers.
typedef struct ccurl_easy ccurl_easy;
/// The set of running transfers and their pooled connections.
typedef struct ccurl_multi ccurl_multi;
/// A cookie jar that several transfers use.
typedef struct ccurl_jar ccurl_jar;

/// What libcurl calls while a transfer runs. `context` is what ccurl_easy_begin was given.
typedef struct {
  /// Body bytes with their codings still on. Anything but `count` stops the transfer.
  size_t (*body)(void *context, const uint8_t *bytes, size_t count);
  /// One header line with its line end. Anything but `count` stops the transfer.
  size_t (*header)(void *context, const uint8_t *bytes, size_t count);
  /// Fills `room` bytes of the request's body; returns how many, 0 at the end, -1 to stop.
  int64_t (*read)(void *context, uint8_t *into, size_t room);
  /// Goes back to a place in the request's body; 0 when done, 1 refuses.
  int (*seek)(void *context, int64_t offset);
  /// The connection stands and the request is about to be written; 0 lets it, 1 stops.
  int (*ready)(void *context);
  /// A new connection is about to be opened; 0 lets it, 1 stops.
  int (*opens)(void *context);
  /// A name or an address is about to be looked up.
  void (*looks_up)(void *context);
  /// A GOAWAY arrived on a connection; its server processed no stream above the last one.
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
  /// 2 checks the name, 0 does not.
  CCURL_NUMBER_VERIFY_HOST,
  CCURL_NUMBER_PIPE_WAIT,
} ccurl_number;

typedef enum { CCURL_AUTH_BASIC, CCURL_AUTH_BEARER, CCURL_AUTH_DIGEST } ccurl_auth;
typedef enum { CCURL_HTTP_AUTOMATIC, CCURL_HTTP_1, CCURL_HTTP_2, CCURL_HTTP_2_PLAIN } ccurl_http;
typedef enum { CCURL_LIST_HEADER, CCURL_LIST_PROXY_HEADER, CCURL_LIST_CONNECT_TO } ccurl_list;

/// The result codes that Weir distinguishes; the numbers are libcurl's.
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

/// What is known of a transfer; times in microseconds from its start, 0 when it did not happen.
typedef struct {
  int64_t name_lookup, connected, secured, total;
  int64_t sent_body, received_body;
  long sent_request, received_headers;
  long system_error, new_connections, port;
  const char *address;
} ccurl_facts;

// Library

/// Opens and prepares libcurl; 0 when that worked. Any thread; only the first call does something, the others
/// wait for it. It comes before every other call here but ccurl_probe.
int ccurl_prepare(void);
/// Lets a thread of its own do that, and does not wait for it; only the first call does something.
void ccurl_begin_to_prepare(void);
/// Raises the limit of open descriptors to what the system allows; returns that.
uint64_t ccurl_raise_descriptors(void);

// Lays out blocks of a file from an offset on, without making it longer. Changes nothing where it fails.
void ccurl_file_ahead(int file, int64_t offset, int64_t length);

// Has the disk begin with a part of a file, without waiting for it.
void ccurl_file_begin_writing(int file, int64_t offset, int64_t length);

typedef struct {
  const char *version;
  /// The version as a number: 0x075801 is 7.88.1.
  unsigned number;
  int http2, tls, public_suffixes, asynchronous_names;
} ccurl_features;
ccurl_features ccurl_probe(void);

/// A URL as libcurl takes it apart. A part that is absent is null.
typedef struct {
  char *scheme, *host;
  /// With letters outside ASCII as `xn--…`; null where libcurl cannot say.
  char *ascii_host;
  /// The zone of an IPv6 address, without its `%25`.
  char *zone;
  /// Decoded.
  char *user, *password;
  int port;
} ccurl_url;

typedef enum {
  /// The URL of a transfer: absolute, without user information.
  CCURL_URL_USER_REFUSED,
  /// What a person types: a scheme may be missing, which makes it https.
  CCURL_URL_USER_ALLOWED,
} ccurl_url_user;

/// Reads a URL as libcurl will. 0 when it is one of http or https. The parts must be freed.
/// `base` is null, or an absolute URL against which a reference is resolved.
int ccurl_url_read(const char *base, const char *url, ccurl_url_user user, ccurl_url *parts);
void ccurl_url_free(ccurl_url *parts);

// Easy

ccurl_easy *ccurl_easy_make(void);
void ccurl_easy_free(ccurl_easy *easy);
/// Forgets every option of the last transfer, and sets what all of Weir's transfers share.
void ccurl_easy_begin(ccurl_easy *easy, const ccurl_callbacks *callbacks, void *context);
/// The same for a handle whose options stay except the URL, and that was not ended since.
void ccurl_easy_again(ccurl_easy *easy, void *context);
/// Lets go of lists and of the jar after a transfer.
void ccurl_easy_end(ccurl_easy *easy);
void *ccurl_easy_context(ccurl_easy *easy);

int ccurl_set_text(ccurl_easy *easy, ccurl_text option, const char *value);
int ccurl_set_number(ccurl_easy *easy, ccurl_number option, long value);
int ccurl_set_auth(ccurl_easy *easy, ccurl_auth auth);
int ccurl_set_http(ccurl_easy *easy, ccurl_http version);
/// Asks without a body, in the named way.
int ccurl_set_get(ccurl_easy *easy);
int ccurl_set_head(ccurl_easy *easy);
/// Sends a copy of `count` bytes, in one go with the head when they are few.
int ccurl_set_bytes(ccurl_easy *easy, const uint8_t *bytes, size_t count);
/// Sends `count` bytes through the read callback.
int ccurl_set_stream(ccurl_easy *easy, int64_t count);
/// Adds `name: value`; an empty value is sent as an empty field.
int ccurl_add_header(ccurl_easy *easy, ccurl_list list, const char *name, const char *value);
/// Prevents libcurl from sending its own field.
int ccurl_suppress_header(ccurl_easy *easy, const char *name);
/// Adds a `host:port:address:port` entry.
int ccurl_add_route(ccurl_easy *easy, const char *entry);
/// Hands the collected lists to the handle; call it once, before the transfer starts.
int ccurl_apply_lists(ccurl_easy *easy);
/// Notices when the server says that it did not process the request (HTTP/2).
int ccurl_watch_refusal(ccurl_easy *easy);
/// Notes a GOAWAY for a transfer of any connection; only transfers of its own connection are refused by it.
void ccurl_note_goaway(ccurl_easy *easy, int64_t connection, uint32_t last_stream);
int ccurl_was_refused(const ccurl_easy *easy);

/// Establishes the connection of the transfer, TLS included, and sends nothing; returns a result code. Blocks;
/// for a handle that is in no set of transfers, on any one thread.
int ccurl_easy_connect(ccurl_easy *easy);

void ccurl_easy_facts(ccurl_easy *easy, ccurl_facts *facts);
/// Wire bytes of the response's body so far.
int64_t ccurl_received(ccurl_easy *easy);
/// Whether the connection in use served another transfer before.
int ccurl_is_reused(ccurl_easy *easy);
/// TLS version and cipher of the connection in use; only while a callback runs. Null without TLS.
const char *ccurl_tls_version(ccurl_easy *easy, const char **cipher);
/// libcurl's own words about what went wrong; never null.
const char *ccurl_error_text(const ccurl_easy *easy, int code);

// Decoding

typedef enum {
  CCURL_CODING_GZIP,
  CCURL_CODING_DEFLATE,
  CCURL_CODING_BROTLI,
  CCURL_CODING_ZSTD,
} ccurl_coding;

/// Takes one coding off a body.
typedef struct ccurl_decoder ccurl_decoder;
/// Whether this coding can be taken off here.
int ccurl_coding_known(ccurl_coding coding);
/// Null when memory is short, or the coding is not known.
ccurl_decoder *ccurl_decoder_make(ccurl_coding coding);
void ccurl_decoder_free(ccurl_decoder *decoder);
/// Takes from the front of some bytes and fills `room`; returns how much it wrote, -1 when the bytes are
/// not what the coding asks for. Call it until no byte is left and the room was not filled.
int64_t ccurl_decode(ccurl_decoder *decoder, const uint8_t **bytes, size_t *count, uint8_t *room,
                     size_t size);
/// Whether the body may end after the bytes taken so far.
int ccurl_decoder_is_complete(const ccurl_decoder *decoder);

// Cookies

ccurl_jar *ccurl_jar_make(void);
void ccurl_jar_free(ccurl_jar *jar);
/// Attaches a jar, or none when null.
int ccurl_set_jar(ccurl_easy *easy, ccurl_jar *jar);
/// Takes one line in Netscape's format, or `ALL` to empty the jar.
int ccurl_jar_take(ccurl_easy *easy, const char *line);
/// Gives every cookie of the attached jar as a line in Netscape's format.
void ccurl_jar_list(ccurl_easy *easy, void *context, void (*line)(void *context, const char *text));

// Multi

/// Sets the largest number of idle connections, of connections to one host (0: any number) and of all
/// connections. Transfers that wait for a connection are attempted again at once.
void ccurl_multi_limit(ccurl_multi *multi, long idle, long per_host, long overall);
ccurl_multi *ccurl_multi_make(long idle_connections, long most_connections);
void ccurl_multi_free(ccurl_multi *multi);
int ccurl_multi_add(ccurl_multi *multi, ccurl_easy *easy);
void ccurl_multi_remove(ccurl_multi *multi, ccurl_easy *easy);
int ccurl_multi_perform(ccurl_multi *multi);
/// Waits for traffic, a wake-up or the time.
int ccurl_multi_poll(ccurl_multi *multi, int milliseconds);
/// Ends a wait; from any thread.
void ccurl_multi_wakeup(ccurl_multi *multi);
/// The next transfer that ended, or null.
ccurl_easy *ccurl_multi_next_done(ccurl_multi *multi, int *code);

#endif
