import ClientCore
import ClientModel

/// The scheme, host and port of a parsed URL with the expected origin.
///
/// Only the part before the path determines the destination of a request, so a URL that starts with
/// the same bytes need not be parsed again.
struct KnownAddress {
  private let origin: Origin
  /// The URL up to its path, for example `https://example.com:8443`.
  private let start: [UInt8]

  /// Stores the address of a request. Returns nil if the URL has no address.
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

  /// Returns whether the URL of a request has this address. False may mean that only parsing the
  /// URL can tell.
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
