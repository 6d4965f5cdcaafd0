/// A reader of XML or HTML as an outline, in one pass without recursion.
///
/// The reader only finds positions. It does not expand entities, apply document types or load
/// anything, so attacks that use these fail. It accepts invalid markup. For XML, `XMLValidator`
/// reports the first error.
struct MarkupReader {
  enum Language { case xml, html }

  private let bytes: [UInt8]
  private let language: Language
  private var at = 0
  private var builder = OutlineBuilder()
  /// The number of open elements with each name, to detect a closing tag without an open element in
  /// one step.
  private var openNames: [[UInt8]: Int] = [:]

  /// The maximum number of open elements. Deeper elements become siblings.
  static let deepest = 100_000

  static func read(_ bytes: [UInt8], of length: Int, _ language: Language) -> Outline {
    var reader = MarkupReader(bytes, language)
    reader.run()
    if language == .xml, length == bytes.count,
      let fault = XMLValidator.fault(in: bytes, .decoded)
    {
      reader.builder.fail(
        fault.isRefusal ? fault.sentence : "Invalid XML. \(fault.sentence)")
    }
    return reader.builder.finish(at: reader.at, of: length)
  }

  private init(_ bytes: [UInt8], _ language: Language) {
    (self.bytes, self.language) = (bytes, language)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  private mutating func run() {
    while at < bytes.count, !builder.isFull {
      if bytes[at] == Self.less, begins(at) {
        takeMarkup()
      } else {
        takeText(until: nextMarkup(at))
      }
    }
  }

  private static let less = UInt8(ascii: "<")
  private static let greater = UInt8(ascii: ">")

  /// Returns whether markup begins at this `<`.
  private func begins(_ place: Int) -> Bool {
    guard place + 1 < bytes.count else { return false }
    let next = bytes[place + 1]
    if next == UInt8(ascii: "/") {
      return place + 2 < bytes.count && XMLTag.isNameStart(bytes[place + 2])
    }
    return next == UInt8(ascii: "!") || next == UInt8(ascii: "?") || XMLTag.isNameStart(next)
  }

  private func nextMarkup(_ place: Int) -> Int {
    var next = place
    while next < bytes.count, bytes[next] != Self.less || !begins(next) { next += 1 }
    return next
  }

  private mutating func takeText(until end: Int) {
    // White space between tags is only layout, so it has no row.
    if let range = trimmed(at..<end) { builder.add(.text, range, value: range) }
    at = end
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int>? {
    guard let first = range.first(where: { !JSONByte.isSpace(bytes[$0]) }),
      let last = range.last(where: { !JSONByte.isSpace(bytes[$0]) })
    else { return nil }
    return first..<last + 1
  }

  // MARK: Markup

  private mutating func takeMarkup() {
    let start = at
    if follows("<!--") {
      take(.comment, to: end(of: "-->", from: start + 4), inside: 4, 3)
    } else if follows("<![CDATA[") {
      take(.section, to: end(of: "]]>", from: start + 9), inside: 9, 3)
    } else if follows("<?") {
      let mark = language == .xml ? "?>" : ">"
      take(.instruction, to: end(of: mark, from: start + 2), inside: 2, mark.utf8.count)
    } else if follows("<!") {
      take(.doctype, to: endOfDoctype(from: start + 2), inside: 2, 1)
    } else if follows("</") {
      takeEnd()
    } else {
      takeStart()
    }
  }

  private mutating func take(_ kind: Outline.Kind, to end: Int, inside before: Int, _ after: Int) {
    let first = min(end, at + before)
    builder.add(kind, at..<end, value: first..<max(first, end - after))
    at = end
  }

  private mutating func takeStart() {
    let start = at
    let name = name(at: start + 1)
    let (end, isEmpty) = endOfTag(from: name.upperBound)
    let attributes = trimmed(name.upperBound..<max(name.upperBound, end - (isEmpty ? 2 : 1)))
    at = end
    let word = folded(name)
    if language == .html { closeImplied(by: word, at: start) }
    let isVoid =
      language == .html && HTMLTagRules.void.contains(String(decoding: word, as: UTF8.self))
    let isAlone = isVoid || (isEmpty && language == .xml)
    if isAlone || builder.open.count >= Self.deepest {
      builder.add(.element, start..<end, label: name, value: attributes)
      return
    }
    builder.begin(.element, start..<end, label: name, value: attributes)
    openNames[word, default: 0] += 1
    guard language == .html, HTMLTagRules.raw.contains(String(decoding: word, as: UTF8.self)) else {
      return
    }
    // The content of scripts and styles is text without tags, up to the closing tag of the element.
    takeText(until: endOfRaw(word))
  }

  private mutating func takeEnd() {
    let start = at
    let name = name(at: start + 2)
    let (end, _) = endOfTag(from: name.upperBound)
    let word = folded(name)
    at = end
    guard openNames[word, default: 0] > 0 else {
      builder.add(.stray, start..<end, label: name)
      return
    }
    // Elements that are still open inside this element also end.
    while let last = builder.open.last {
      let isIt = folded(builder[last].label) == word
      close(at: isIt ? end : start)
      if isIt { break }
    }
  }

  private mutating func close(at end: Int) {
    guard let last = builder.open.last else { return }
    let word = folded(builder[last].label)
    if let count = openNames[word] { openNames[word] = count > 1 ? count - 1 : nil }
    builder.endMerging(at: end)
  }

  /// Closes the HTML paragraphs, items and cells that end before the next element.
  private mutating func closeImplied(by word: [UInt8], at place: Int) {
    let word = String(decoding: word, as: UTF8.self)
    // None of these elements has a longer name, and comparing long names at each tag would be slow.
    while let last = builder.open.last, builder[last].label.count <= 8 {
      let open = String(decoding: folded(builder[last].label), as: UTF8.self)
      guard HTMLTagRules.ends(open, before: word) else { return }
      close(at: place)
    }
  }

  // MARK: Finding ends

  private func name(at start: Int) -> Range<Int> {
    var end = start
    while end < bytes.count, XMLTag.isName(bytes[end]) { end += 1 }
    return start..<end
  }

  private func folded(_ name: Range<Int>) -> [UInt8] {
    guard language == .html else { return Array(bytes[name]) }
    return bytes[name].map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
  }

  /// Returns the offset after the `>` of a tag, and whether `/` precedes it. A `>` in quotes is
  /// ignored.
  ///
  /// An unclosed tag ends at the next `<` in XML, or at the end of the body.
  private func endOfTag(from start: Int) -> (Int, isEmpty: Bool) {
    var place = start
    var quote: UInt8 = 0
    var last: UInt8 = 0
    while place < bytes.count {
      let byte = bytes[place]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == Self.greater {
        return (place + 1, last == UInt8(ascii: "/"))
      } else if last == UInt8(ascii: "="), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == Self.less, language == .xml {
        // A tag cannot contain another tag, so this tag is not closed.
        return (place, false)
      }
      if !JSONByte.isSpace(byte) { last = byte }
      place += 1
    }
    return (bytes.count, false)
  }

  private func endOfDoctype(from start: Int) -> Int {
    var place = start
    var depth = 0
    var quote: UInt8 = 0
    while place < bytes.count {
      let byte = bytes[place]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "]") {
        depth = max(0, depth - 1)
      } else if byte == Self.greater, depth == 0 {
        return place + 1
      }
      place += 1
    }
    return bytes.count
  }

  private func endOfRaw(_ word: [UInt8]) -> Int {
    var place = at
    while place < bytes.count {
      if bytes[place] == Self.less, place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "/"),
        folded(name(at: place + 2)) == word
      {
        return place
      }
      place += 1
    }
    return bytes.count
  }

  private func end(of mark: String, from start: Int) -> Int {
    let mark = Array(mark.utf8)
    var place = start
    while place + mark.count <= bytes.count {
      if bytes[place] == mark[0], bytes[place..<place + mark.count].elementsEqual(mark) {
        return place + mark.count
      }
      place += 1
    }
    return bytes.count
  }

  private func follows(_ word: String) -> Bool { bytes[at...].starts(with: word.utf8) }
}

/// The HTML rules for elements without closing tags, and for elements that end other elements.
///
/// - Source: HTML Living Standard, sections 13.1.2 (void and raw text elements) and 13.1.2.4
///   (optional tags).
enum HTMLTagRules {
  static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
  ]

  /// The elements whose content is text without tags.
  static let raw: Set<String> = [
    "script", "style", "textarea", "title", "xmp", "noembed", "iframe",
  ]

  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "details", "div", "dl", "fieldset", "figcaption",
    "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "menu",
    "nav", "ol", "p", "pre", "section", "table", "ul",
  ]

  /// Returns whether an open element ends when the next element begins.
  static func ends(_ open: String, before next: String) -> Bool {
    switch open {
    case "p": blocks.contains(next)
    case "li": next == "li"
    case "dt", "dd": next == "dt" || next == "dd"
    case "option": next == "option" || next == "optgroup"
    case "optgroup": next == "optgroup"
    case "td", "th": ["td", "th", "tr", "tbody", "tfoot"].contains(next)
    case "tr": ["tr", "tbody", "tfoot"].contains(next)
    case "thead", "tbody": next == "tbody" || next == "tfoot"
    case "head": next == "body"
    default: false
    }
  }
}
