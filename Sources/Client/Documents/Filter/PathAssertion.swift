/// An expectation of a body that runs on its index at any size: a way, or a way compared with one
/// plain value, such as `.items[].ok == true`.
package struct PathAssertion: Hashable, Sendable {
  /// What the way came to.
  package enum End: Hashable, Sendable {
    case held
    /// With what was there instead, at most `longest` bytes of it.
    case failed(got: String)
  }

  package let way: PathFilter
  private let test: PathFilter.Test
  /// The number it is compared with, as it is written; nil for anything else.
  private let digits: [UInt8]?

  /// Nil for what is more than that: then all of it is jq's.
  package init?(_ text: String) {
    var parser = PathFilterParser(text)
    guard let (steps, test, literal) = parser.comparedPath() else { return nil }
    way = PathFilter(steps: steps)
    self.test = test
    if case .compare(_, .number) = test { digits = literal } else { digits = nil }
  }

  private init() {
    way = PathFilter(steps: [])
    (test, digits) = (.isTrue, nil)
  }

  /// Tests the output of a jq program: there is a result, and none is `false` or `null`.
  package static let truth = PathAssertion()

  /// Whether each of the results passes, and there is one.
  ///
  /// - Parameter results: A result a line.
  package func end(
    of results: ByteSource, longest: Int
  ) throws(DocumentError) -> End {
    let document = try JSONDocument(indexing: results, form: .lines)
    var place = 0
    while true {
      let window = try document.children(
        of: document.document, in: place..<place + 256, previewLength: 0)
      for child in window where try !passes(child.node, document) {
        return .failed(got: try Self.short(child.node, document, longest))
      }
      place += window.count
      if window.isEmpty { return place == 0 ? .failed(got: "nothing") : .held }
    }
  }

  private func passes(_ node: JSONNode, _ document: JSONDocument) throws(DocumentError) -> Bool {
    guard case .compare(let comparison, .number) = test, node.kind == .number,
      comparison == .equal || comparison == .different, let digits
    else { return try document.passes(.node(node), test) }
    // Integers beyond 2^53 are compared by their digits, since jq would round them.
    let text = try document.rawText(of: node, limit: 64)
    guard text.count > 15, text.allSatisfy(Self.isIntegerDigit),
      digits.allSatisfy(Self.isIntegerDigit)
    else {
      return try document.passes(.node(node), test)
    }
    return (text == digits) == (comparison == .equal)
  }

  private static func isIntegerDigit(_ byte: UInt8) -> Bool {
    JSONByte.isDigit(byte) || byte == UInt8(ascii: "-")
  }

  private static func short(
    _ node: JSONNode, _ document: JSONDocument, _ longest: Int
  ) throws(DocumentError) -> String {
    let text = try document.rawText(of: node, limit: longest + 1)
    guard text.count > longest else { return String(decoding: text, as: UTF8.self) }
    var cut = text.prefix(longest)
    // Not in the middle of a character.
    while let last = cut.last, last & 0xC0 == 0x80 { cut.removeLast() }
    if let last = cut.last, last >= 0xC0 { cut.removeLast() }
    return String(decoding: cut, as: UTF8.self) + "…"
  }
}
