/// A condition that is tested on the index of a body of any size.
///
/// The condition is a path, or a path compared with a scalar, such as `.items[].ok == true`.
package struct PathAssertion: Hashable, Sendable {
  /// The result of an assertion.
  package enum End: Hashable, Sendable {
    case held
    /// The condition is false. `got` is the actual text, truncated to `longest` bytes.
    case failed(got: String)
  }

  package let path: PathFilter
  private let test: PathFilter.Test
  /// The digits of the compared number as written, or nil if the path is not compared with a
  /// number.
  private let digits: [UInt8]?

  /// Parses a condition. Returns nil if the text is another jq program, which only jq can test.
  package init?(_ text: String) {
    var parser = PathFilterParser(text)
    guard let (steps, test, literal) = parser.comparedPath() else { return nil }
    path = PathFilter(steps: steps)
    self.test = test
    if case .compare(_, .number) = test { digits = literal } else { digits = nil }
  }

  private init() {
    path = PathFilter(steps: [])
    (test, digits) = (.isTrue, nil)
  }

  /// The condition for the output of a jq program: there is at least one result, and no result is
  /// `false` or `null`.
  package static let boolean = PathAssertion()

  /// Tests the results of the path.
  ///
  /// Returns `held` if there are results and all of them pass. Otherwise, returns `failed` with the
  /// first result that does not pass.
  ///
  /// - Parameter results: The results, one per line.
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
    // Integers above 2^53 are compared by their digits, because jq would round them.
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
    // The text must not end within a character.
    while let last = cut.last, last & 0xC0 == 0x80 { cut.removeLast() }
    if let last = cut.last, last >= 0xC0 { cut.removeLast() }
    return String(decoding: cut, as: UTF8.self) + "…"
  }
}
