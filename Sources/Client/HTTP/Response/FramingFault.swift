import ClientCore
import ClientModel

/// Why nothing after a complete head can be read as its response.
///
/// - Source: RFC 9112, section 6.3; RFC 9110, section 15.2.2.
enum FramingFault: Hashable {
  case differingLengths
  case invalidLength
  case unrequestedSwitch
}

extension WireRequest {
  /// The fault of a head that answers this request; nil for a head that a response may follow.
  func fault(in head: ResponseHead, _ notes: [FramingNote]) -> FramingFault? {
    if head.status == 101, !requestsSwitch(to: head) { return .unrequestedSwitch }
    if notes.contains(.differingContentLengths) { return .differingLengths }
    // Where a transfer coding delimits the body, the length counts for nothing.
    if notes.contains(.invalidContentLength), !notes.contains(.lengthAndChunked) {
      return .invalidLength
    }
    return nil
  }

  /// Whether each protocol that the head switches to is one that this request names.
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
