import ClientModel

/// A check for contradictory header fields that determine the end of the body.
///
/// - Source: RFC 9112, section 6.3.
struct FramingCheck {
  private var hasFold = false
  private var hasBareLineFeed = false

  mutating func sawFold() { hasFold = true }
  mutating func sawBareLineFeed() { hasBareLineFeed = true }

  /// Returns the irregularities of a complete head without duplicates.
  func notes(on head: ResponseHead) -> [FramingNote] {
    isPlain(head) ? [] : allNotes(on: head)
  }

  /// Returns whether the head has no Transfer-Encoding and at most one valid Content-Length. Nearly
  /// every head is plain.
  private func isPlain(_ head: ResponseHead) -> Bool {
    if hasFold || hasBareLineFeed || head.status == 204 { return false }
    var length: String?
    for field in head.fields {
      switch field.name.utf8.count {
      case 14 where field.name.caseInsensitiveEquals("Content-Length"):
        guard length == nil, Self.number(field.value) != nil else { return false }
        length = field.value
      case 17 where field.name.caseInsensitiveEquals("Transfer-Encoding"): return false
      default: break
      }
    }
    return true
  }

  private func allNotes(on head: ResponseHead) -> [FramingNote] {
    var notes: [FramingNote] = []
    let lengths = head.fields.all("Content-Length").flatMap { value in
      value.pieces(at: ",").map { part in
        String(part.trimmed(of: " \t"))
      }
    }
    let isChunked = head.fields.first("Transfer-Encoding") != nil
    if lengths.contains(where: { Self.number($0) == nil }) { notes.append(.invalidContentLength) }
    // "5" and "05" are equal (RFC 9110, section 8.6).
    if Set(lengths.map { Self.number($0).map(String.init) ?? $0 }).count > 1 {
      notes.append(.differingContentLengths)
    }
    if isChunked, !lengths.isEmpty { notes.append(.lengthAndChunked) }
    if hasFold { notes.append(.foldedHeader) }
    if hasBareLineFeed, head.version == .http11 || head.version == .http10 {
      notes.append(.bareLineFeed)
    }
    if head.status == 204, isChunked || lengths.contains(where: { Self.number($0) != 0 }) {
      notes.append(.bodyOnBodilessStatus)
    }
    return notes
  }

  private static func number(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int64(text)
  }
}
