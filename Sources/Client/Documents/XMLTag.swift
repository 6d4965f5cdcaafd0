/// An XML tag, parsed from the bytes between `<` and `>`.
enum XMLTag: Hashable {
  case start([UInt8], isEmpty: Bool)
  case end([UInt8])

  struct Problem: Error, Hashable { let why: String }

  /// Parses the bytes between `<` and `>`.
  ///
  /// - Source: XML 1.0, sections 2.3 (names) and 3.1 (tags).
  static func read(_ bytes: ArraySlice<UInt8>) -> Result<XMLTag, Problem> {
    var rest = bytes
    if rest.first == UInt8(ascii: "/") {
      rest.removeFirst()
      guard let name = takeName(&rest) else {
        return .failure(Problem(why: "a tag has no name."))
      }
      skipSpace(&rest)
      return rest.isEmpty
        ? .success(.end(name)) : .failure(Problem(why: "a closing tag has more than a name."))
    }
    guard let name = takeName(&rest) else { return .failure(Problem(why: "a tag has no name.")) }
    let isEmpty = rest.last == UInt8(ascii: "/")
    if isEmpty { rest.removeLast() }
    var names: Set<[UInt8]> = []
    while !rest.isEmpty {
      let hasSpace = skipSpace(&rest)
      if rest.isEmpty { break }
      guard hasSpace, let attribute = takeName(&rest) else {
        return .failure(Problem(why: "the tag contains something that is not an attribute."))
      }
      guard names.insert(attribute).inserted else {
        let word = String(decoding: attribute, as: UTF8.self)
        return .failure(Problem(why: "the attribute \(word) occurs twice."))
      }
      skipSpace(&rest)
      guard rest.popFirst() == UInt8(ascii: "=") else {
        return .failure(Problem(why: "an attribute has no value."))
      }
      skipSpace(&rest)
      guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        let end = rest.firstIndex(of: quote)
      else { return .failure(Problem(why: "a value must be quoted.")) }
      if let problem = problem(in: rest[..<end]) { return .failure(problem) }
      rest = rest[(end + 1)...]
    }
    return .success(.start(name, isEmpty: isEmpty))
  }

  private static func problem(in value: ArraySlice<UInt8>) -> Problem? {
    if value.contains(UInt8(ascii: "<")) { return Problem(why: "< occurs in a value.") }
    var rest = value
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      guard let end = rest[mark...].firstIndex(of: UInt8(ascii: ";")), end - mark <= 12,
        XMLValidator.isReference(rest[(mark + 1)..<end])
      else { return Problem(why: "an `&` in a value does not begin an XML reference.") }
      rest = rest[(end + 1)...]
    }
    return nil
  }

  private static func takeName(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard let first = rest.first, isNameStart(first) else { return nil }
    let name = rest.prefix(while: isName)
    rest = rest[name.endIndex...]
    return Array(name)
  }

  @discardableResult
  private static func skipSpace(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let space = rest.prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    rest = rest[space.endIndex...]
    return !space.isEmpty
  }

  /// Returns whether a name can start with this byte. Accepts all non-ASCII bytes, although XML
  /// allows only some of those characters.
  static func isNameStart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: ":")
  }

  static func isName(_ byte: UInt8) -> Bool {
    isNameStart(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }
}
