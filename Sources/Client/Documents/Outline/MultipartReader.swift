/// A reader of `multipart/*`: parts with headers and content between boundary lines.
///
/// - Source: RFC 2046, section 5.1.1. A single line feed is also accepted as a line break.
struct MultipartReader {
  private let bytes: [UInt8]
  private var builder = OutlineBuilder()

  static func read(_ bytes: [UInt8], of length: Int, boundary: String?) -> Outline {
    var reader = MultipartReader(bytes: bytes)
    return reader.run(of: length, boundary)
  }

  private mutating func run(of length: Int, _ named: String?) -> Outline {
    var boundary = named.map { Array("--\($0)".utf8) }
    if boundary.map({ nextBoundary($0, from: 0) == nil }) ?? true {
      let guessed = guessedBoundary
      builder.fail(
        named == nil
          ? "The content type has no boundary\(guessed == nil ? "." : "; one found in the body is used.")"
          : "The boundary of the content type does not occur in the body\(guessed == nil ? "." : "; another one is used.")"
      )
      boundary = guessed
    }
    guard let boundary, var line = nextBoundary(boundary, from: 0) else {
      if !bytes.isEmpty { builder.add(.surroundings, 0..<bytes.count) }
      return builder.finish(at: bytes.count, of: length)
    }
    surround(0..<line.start)
    while !line.isLast, !builder.isFull {
      let next = nextBoundary(boundary, from: line.next)
      let end = next?.start ?? bytes.count
      takePart(line.next..<max(line.next, end))
      guard let next else {
        if length == bytes.count {
          builder.fail("The last boundary is missing: the body is cut off.")
        }
        return builder.finish(at: bytes.count, of: length)
      }
      line = next
    }
    if line.isLast { surround(line.next..<bytes.count) }
    return builder.finish(at: line.isLast ? bytes.count : line.next, of: length)
  }

  private mutating func surround(_ range: Range<Int>) {
    guard let first = range.first(where: { !JSONByte.isSpace(bytes[$0]) }) else { return }
    builder.add(.surroundings, first..<range.upperBound)
  }

  // MARK: Boundaries

  private struct Boundary {
    /// The start of the line break before the boundary, which is part of the boundary.
    let start: Int
    /// The offset after the line break that ends the boundary.
    let next: Int
    let isLast: Bool
  }

  private func nextBoundary(_ boundary: [UInt8], from start: Int) -> Boundary? {
    var at = start
    while at < bytes.count {
      if bytes[at...].starts(with: boundary), let found = ended(at + boundary.count, at) {
        // The preceding line break is part of this boundary, unless it ends the previous boundary
        // or header.
        var before = at
        if before > start, bytes[before - 1] == 0x0A { before -= 1 }
        if before > start, before < at, bytes[before - 1] == 0x0D { before -= 1 }
        return Boundary(start: before, next: found.next, isLast: found.isLast)
      }
      guard let end = bytes[at...].firstIndex(of: 0x0A) else { return nil }
      at = end + 1
    }
    return nil
  }

  /// Parses the end of a boundary line: two dashes for the last boundary, white space, and a line
  /// break. Returns nil if the text is not the end of a boundary.
  private func ended(_ end: Int, _ start: Int) -> (next: Int, isLast: Bool)? {
    var at = end
    let isLast = bytes[at...].starts(with: "--".utf8)
    if isLast { at += 2 }
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
    guard at < bytes.count else { return (at, isLast) }
    if bytes[at] == 0x0D, at + 1 < bytes.count, bytes[at + 1] == 0x0A { return (at + 2, isLast) }
    return bytes[at] == 0x0A ? (at + 1, isLast) : isLast ? (at, true) : nil
  }

  private var guessedBoundary: [UInt8]? {
    var at = 0
    // The search is limited, because a boundary has at most 70 characters and is near the start of
    // the body.
    while at < min(bytes.count, 4_096) {
      let end = bytes[at...].firstIndex(of: 0x0A) ?? bytes.count
      var line = bytes[at..<end]
      while let last = line.last, JSONByte.isSpace(last) { line.removeLast() }
      if line.starts(with: "--".utf8), (3...72).contains(line.count) { return Array(line) }
      at = end + 1
    }
    return nil
  }

  // MARK: Parts

  private mutating func takePart(_ range: Range<Int>) {
    let part = builder.begin(.part, range)
    var at = range.lowerBound
    while at < range.upperBound, !builder.isFull {
      let end = bytes[at..<range.upperBound].firstIndex(of: 0x0A) ?? range.upperBound
      let text = at..<(end > at && bytes[end - 1] == 0x0D ? end - 1 : end)
      let next = min(range.upperBound, end + 1)
      if text.isEmpty {
        at = next
        break
      }
      guard let colon = bytes[text].firstIndex(of: UInt8(ascii: ":")) else { break }
      var first = colon + 1
      while first < text.upperBound, bytes[first] == 0x20 || bytes[first] == 0x09 { first += 1 }
      let value = first..<text.upperBound
      builder.add(.header, text, label: text.lowerBound..<colon, value: value)
      name(part, by: text.lowerBound..<colon, value)
      at = next
    }
    let content = at..<range.upperBound
    builder[part].value = content
    if !content.isEmpty {
      builder.begin(.content, content, value: content)
      JSONBranch.add(content, of: bytes, base: 0, to: &builder)
      builder.end(at: content.upperBound)
    }
    builder.end(at: range.upperBound)
  }

  /// Sets the label of a part to the name in the content disposition, or else to the content type.
  private mutating func name(_ part: Int, by header: Range<Int>, _ value: Range<Int>) {
    guard header.count <= 32 else { return }
    switch String(decoding: bytes[header], as: UTF8.self).lowercased() {
    case "content-disposition":
      for mark in ["; name=\"", ";name=\"", "; filename=\""] {
        guard let found = find(mark, in: value),
          let end = bytes[found..<value.upperBound].firstIndex(of: JSONByte.quote)
        else { continue }
        builder[part].label = found..<end
        return
      }
    case "content-type" where builder[part].label.isEmpty: builder[part].label = value
    default: break
    }
  }

  /// Returns the offset after a mark in the first 1,024 bytes of a header's value.
  private func find(_ mark: String, in range: Range<Int>) -> Int? {
    let mark = Array(mark.utf8)
    for at in range.prefix(1_024) where bytes[at..<range.upperBound].starts(with: mark) {
      return at + mark.count
    }
    return nil
  }
}
