import ClientCore
import ClientModel

/// The reason why the body of a response with a complete head cannot be read.
///
/// - Source: RFC 9112, section 6.3; RFC 9110, section 15.2.2.
enum FramingFault: Hashable {
  case differingLengths
  case invalidLength
  case unrequestedSwitch
}

extension WireRequest {
  /// Returns the fault of a response to this request, or nil if the response can be read.
  func fault(in head: ResponseHead, _ notes: [FramingNote]) -> FramingFault? {
    if head.status == 101, !requestsSwitch(to: head) { return .unrequestedSwitch }
    if notes.contains(.differingContentLengths) { return .differingLengths }
    // Content-Length is ignored if a transfer coding delimits the body.
    if notes.contains(.invalidContentLength), !notes.contains(.lengthAndChunked) {
      return .invalidLength
    }
    return nil
  }

  /// Returns whether this request offered all protocols to which the head switches.
  private func requestsSwitch(to head: ResponseHead) -> Bool {
    let requested = Self.protocols(
      headers.filter { $0.name.caseInsensitiveEquals("Upgrade") }.map(\.value))
    let chosen = Self.protocols(head.fields.all("Upgrade"))
    return !chosen.isEmpty && chosen.isSubset(of: requested)
  }

  private static func protocols(_ values: [String]) -> Set<String> {
    Set(
      values.flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
        .map {
          String(decoding: $0.filter { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self).lowercased()
        }
        .filter { !$0.isEmpty })
  }
}
