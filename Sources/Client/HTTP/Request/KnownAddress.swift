import ClientCore
import ClientModel

/// The scheme, host and port of a URL that libcurl took apart and found to lead where it should.
///
/// What stands before the path decides alone where a request goes, so the next URL that begins with
/// the very same bytes needs no second look.
struct KnownAddress {
  private let origin: Origin
  /// Up to the path: `https://example.com:8443`.
  private let start: [UInt8]

  /// - Parameter request: One whose URL was checked.
  init?(_ request: WireRequest) {
    let bytes = Array(request.url.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes.count > colon + 3 else {
      return nil
    }
    let end = bytes[(colon + 3)...].firstIndex(where: Self.endsAddress) ?? bytes.endIndex
    origin = request.origin
    start = Array(bytes[..<end])
  }

  /// True when a URL leads to this address for certain.
  func begins(_ request: WireRequest) -> Bool {
    var bytes = request.url.utf8.makeIterator()
    for byte in start where bytes.next() != byte { return false }
    guard bytes.next().map(Self.endsAddress) ?? true else { return false }
    return request.origin == origin
  }

  /// Source: RFC 3986, section 3.2.
  private static func endsAddress(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }
}
