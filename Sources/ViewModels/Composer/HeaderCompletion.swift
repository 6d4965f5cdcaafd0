/// The usual names and values of request headers, most common first.
///
/// Names that begin with `X-` are not included. Users invent such names, and the Tab key must not
/// replace them with a usual name.
package enum HeaderCompletion {
  package static let names = [
    "Accept", "Authorization", "Content-Type", "Cookie", "User-Agent", "Cache-Control",
    "Accept-Encoding", "Accept-Language", "If-None-Match", "If-Modified-Since", "If-Match",
    "Idempotency-Key", "Origin", "Referer", "Range", "Prefer", "Content-Encoding",
    "Content-Language",
    "Content-Disposition", "Connection", "Date", "Expect", "Host", "Link", "Pragma",
    "Traceparent", "Via",
  ]

  private static let mediaTypes = [
    "application/json", "application/x-www-form-urlencoded", "application/xml",
    "application/octet-stream", "application/problem+json", "application/vnd.api+json",
    "application/merge-patch+json", "application/json-patch+json", "application/graphql",
    "text/plain; charset=utf-8", "text/html", "text/csv", "text/event-stream",
    "multipart/form-data", "*/*",
  ]

  /// Returns the usual values of a header. The case of the name is ignored.
  package static func values(of name: String) -> [String] {
    switch name.lowercased() {
    case "accept", "content-type": mediaTypes
    case "cache-control": ["no-cache", "no-store", "max-age=0", "only-if-cached"]
    case "accept-encoding", "content-encoding": ["gzip", "br", "deflate", "identity", "zstd"]
    case "accept-language", "content-language": ["en", "de", "fr", "es", "zh"]
    case "connection": ["close", "keep-alive"]
    case "prefer": ["return=minimal", "return=representation", "respond-async", "wait=10"]
    case "expect": ["100-continue"]
    case "range": ["bytes=0-"]
    case "pragma": ["no-cache"]
    default: []
    }
  }
}
