import ClientCore
import ClientModel

/// The scheme, host and port of a URL that libcurl parsed and that led to the expected origin.
///
/// Only the part before the path determines where a request is sent. A later URL that starts with
/// the same bytes need not be parsed again.
struct KnownAddress {
  private let origin: Origin
  /// The start of the URL up to the path, for example `https://example.com:8443`.
  private let start: [UInt8]

  /// Stores the address of a request. Returns nil for a URL without an address.
  ///
  /// - Parameter request: A request with a checked URL.
  init?(_ request: WireRequest) {
    let bytes = Array(request.url.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes.count > colon + 3 else {
      return nil
    }
    let end = bytes[(colon + 3)...].firstIndex(where: Self.endsAddress) ?? bytes.endIndex
    origin = request.origin
    start = Array(bytes[..<end])
  }

  /// Returns whether a request's URL certainly leads to this address.
  func begins(_ request: WireRequest) -> Bool {
    var bytes = request.url.utf8.makeIterator()
    for byte in start where bytes.next() != byte { return false }
    guard bytes.next().map(Self.endsAddress) ?? true else { return false }
    return request.origin == origin
  }

  /// Returns whether a byte ends the authority of a URL. Source: RFC 3986, section 3.2.
  private static func endsAddress(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }
}
