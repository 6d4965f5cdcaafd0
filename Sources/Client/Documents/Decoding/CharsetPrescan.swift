import ClientModel

/// A search for the encoding that an XML or HTML document declares at its start.
///
/// - Source: HTML Standard, section 13.2.3.2, "prescan a byte stream to determine its encoding" and
///   "get an XML encoding".
struct CharsetPrescan {
  enum Found: Hashable {
    case encoding(TextEncoding)
    /// A label that does not name an encoding, as written.
    case unknown(String)
  }

  private let bytes: [UInt8]

  /// Creates a search.
  ///
  /// - Parameter start: The first 1,024 bytes of the document.
  init(_ start: [UInt8]) { bytes = start }

  /// The encoding of a UTF-16 XML document without a byte order mark, or nil for any other
  /// document.
  var wideXML: Found? {
    if bytes.starts(with: [0x3C, 0, 0x3F, 0, 0x78, 0]) { return .encoding(.utf16LE) }
    if bytes.starts(with: [0, 0x3C, 0, 0x3F, 0, 0x78]) { return .encoding(.utf16BE) }
    return nil
  }

  /// The encoding in the XML declaration, or nil if none is declared.
  var xml: Found? {
    guard bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    let declaration = bytes[..<end]
    guard let name = Self.place(of: "encoding", in: declaration) else { return nil }
    var rest = declaration[(name + 8)...].drop { $0 <= 0x20 }
    guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
    rest = rest.drop { $0 <= 0x20 }
    guard let quote = rest.popFirst(), quote == 0x22 || quote == 0x27,
      let close = rest.firstIndex(of: quote)
    else { return nil }
    let label = rest[..<close]
    return label.contains { $0 <= 0x20 } ? nil : Self.found(label)
  }

  /// The encoding in a `meta` element, or else in an XML declaration, or nil if none is declared.
  var html: Found? {
    if let wideXML { return wideXML }
    var scan = TagScan(bytes: bytes)
    var unknown: Found?
    while let attributes = scan.nextMeta() {
      var isPragma = false
      var needsPragma: Bool?
      var label: String?
      for (name, value) in attributes {
        switch name {
        case "http-equiv": if value == "content-type" { isPragma = true }
        case "content" where label == nil:
          if let found = Self.charset(inContent: value) { (label, needsPragma) = (found, true) }
        case "charset": (label, needsPragma) = (value, false)
        default: break
        }
      }
      guard let label, let needsPragma, !needsPragma || isPragma else { continue }
      let found = Self.found(Array(label.utf8)[...])
      if case .encoding = found { return found }
      unknown = unknown ?? found
    }
    return xml ?? unknown
  }

  /// Returns the encoding for a label. A UTF-16 label is read as UTF-8, because a document whose
  /// label is readable as ASCII is not in UTF-16.
  private static func found(_ label: ArraySlice<UInt8>) -> Found {
    let text = String(decoding: label, as: UTF8.self)
    switch TextEncoding(label: text) {
    case .utf16LE, .utf16BE: return .encoding(.utf8)
    case .userDefined: return .encoding(.windows1252)
    case let encoding?: return .encoding(encoding)
    case nil: return .unknown(text)
    }
  }

  private static func place(of word: StaticString, in text: ArraySlice<UInt8>) -> Int? {
    word.withUTF8Buffer { word in
      text.indices.first { text[$0...].starts(with: word) }
    }
  }

  /// Returns the charset in a `content` attribute such as `text/html; charset=x`.
  ///
  /// - Source: HTML Standard, "extracting a character encoding from a meta element".
  private static func charset(inContent value: String) -> String? {
    var rest = Array(value.utf8)[...]
    while let name = place(of: "charset", in: rest) {
      rest = rest[(name + 7)...].drop(while: TagScan.isSpace)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: TagScan.isSpace)
      if let quote = rest.first, quote == 0x22 || quote == 0x27 {
        rest = rest.dropFirst()
        return rest.firstIndex(of: quote).map { String(decoding: rest[..<$0], as: UTF8.self) }
      }
      let end = rest.firstIndex { TagScan.isSpace($0) || $0 == UInt8(ascii: ";") } ?? rest.endIndex
      return end > rest.startIndex ? String(decoding: rest[..<end], as: UTF8.self) : nil
    }
    return nil
  }
}

/// A reader of the tags at the start of an HTML document.
private struct TagScan {
  let bytes: [UInt8]
  private var at = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }

  private func stands(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      bytes.count - at >= word.count
        && zip(bytes[at...], word).allSatisfy { $0 | ($0 >= 0x41 && $0 <= 0x5A ? 0x20 : 0) == $1 }
    }
  }

  /// Returns the attributes of the next `meta` element, or nil at the end. Names are in lower case.
  /// Only the first attribute with a repeated name is returned.
  mutating func nextMeta() -> [(name: String, value: String)]? {
    while at < bytes.count {
      if stands("<!--") {
        // The dashes that start a comment may also end it, as in `<!-->`.
        at += 2
        while at < bytes.count, !stands("-->") { at += 1 }
        at += 3
      } else if stands("<meta"), at + 5 < bytes.count,
        Self.isSpace(bytes[at + 5]) || bytes[at + 5] == UInt8(ascii: "/")
      {
        at += 5
        return attributes()
      } else if bytes[at] == UInt8(ascii: "<"), beginsTag {
        while at < bytes.count, !Self.isSpace(bytes[at]), bytes[at] != UInt8(ascii: ">") { at += 1 }
        _ = attributes()
      } else if stands("<!") || stands("</") || stands("<?") {
        while at < bytes.count, bytes[at] != UInt8(ascii: ">") { at += 1 }
        at += 1
      } else {
        at += 1
      }
    }
    return nil
  }

  private var beginsTag: Bool {
    var next = at + 1
    if next < bytes.count, bytes[next] == UInt8(ascii: "/") { next += 1 }
    guard next < bytes.count else { return false }
    return (0x41...0x5A).contains(bytes[next] & ~0x20)
  }

  private mutating func attributes() -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    while let attribute = attribute() {
      if !found.contains(where: { $0.name == attribute.name }) { found.append(attribute) }
    }
    // An incomplete tag at the end of the bytes is ignored.
    return at < bytes.count ? found : []
  }

  /// Reads the next attribute. Returns nil at the end of the tag.
  private mutating func attribute() -> (name: String, value: String)? {
    while at < bytes.count, Self.isSpace(bytes[at]) || bytes[at] == UInt8(ascii: "/") { at += 1 }
    guard at < bytes.count, bytes[at] != UInt8(ascii: ">") else { return nil }
    var name: [UInt8] = []
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "="), !name.isEmpty { break }
      if Self.isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") { break }
      name.append(lower(byte))
      at += 1
    }
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else { return (text(name), "") }
    at += 1
    skipSpace()
    var value: [UInt8] = []
    if at < bytes.count, bytes[at] == 0x22 || bytes[at] == 0x27 {
      let quote = bytes[at]
      at += 1
      while at < bytes.count, bytes[at] != quote {
        value.append(lower(bytes[at]))
        at += 1
      }
      at += 1
    } else {
      while at < bytes.count, !Self.isSpace(bytes[at]), bytes[at] != UInt8(ascii: ">") {
        value.append(lower(bytes[at]))
        at += 1
      }
    }
    return (text(name), text(value))
  }

  private mutating func skipSpace() { while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 } }

  private func lower(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
