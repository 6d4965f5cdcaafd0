/// The expansion of `{a,b}` and `[1-3]` in a curl URL into several URLs.
///
/// - Source: the section URL of curl's manual page, and curl 7.88.1 itself.
struct CurlGlob {
  /// The maximum number of requests that one curl command may produce.
  static let limit = 100

  /// The word as shown in messages.
  private let shown: String
  private var rest: ArraySlice<UInt8>

  /// Returns the expanded words in curl's order. The last list varies fastest.
  static func expand(_ word: [UInt8], _ source: CurlSource) throws(CurlProblem) -> [[UInt8]] {
    guard word.contains(where: { "{}[]\\".utf8.contains($0) }) else { return [word] }
    var glob = CurlGlob(shown: source.shown(word), rest: word[...])
    var found: [[UInt8]] = [[]]
    while let choices = try glob.choices() {
      guard found.count * choices.count <= limit else { throw tooMany(glob.shown) }
      if choices.count == 1 {
        for index in found.indices { found[index] += choices[0] }
      } else {
        found = found.flatMap { start in choices.map { start + $0 } }
      }
    }
    return found
  }

  /// Reads the next byte, set or range and returns its values. Returns nil at the end of the word.
  private mutating func choices() throws(CurlProblem) -> [[UInt8]]? {
    guard let byte = rest.popFirst() else { return nil }
    switch byte {
    case UInt8(ascii: "\\"):
      let escaped = rest.prefix(1).filter("{}[]".utf8.contains)
      rest = rest.dropFirst(escaped.count)
      return [escaped.isEmpty ? [byte] : escaped]
    case UInt8(ascii: "{"): return try set()
    case UInt8(ascii: "["):
      guard let address = literalBracket else { return try range() }
      rest = rest.dropFirst(address.count)
      return [[byte] + address]
    case UInt8(ascii: "}"), UInt8(ascii: "]"): throw refused
    default: return [[byte]]
    }
  }

  /// Parses a set after its opening brace, such as `a,b}`.
  private mutating func set() throws(CurlProblem) -> [[UInt8]] {
    var choices: [[UInt8]] = [[]]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "}"):
        // curl rejects an empty set.
        guard choices != [[]] else { throw refused }
        return choices
      case UInt8(ascii: ","): choices.append([])
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "]"): throw refused
      case UInt8(ascii: "\\") where !rest.isEmpty:
        choices[choices.count - 1].append(rest.removeFirst())
      default: choices[choices.count - 1].append(byte)
      }
    }
    throw refused
  }

  /// Parses a range after its opening bracket, such as `1-3]`, `001-100:10]` or `a-z]`.
  private mutating func range() throws(CurlProblem) -> [[UInt8]] {
    guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { throw refused }
    let inner = rest[..<close]
    rest = rest[(close + 1)...]
    let colon = inner.firstIndex(of: UInt8(ascii: ":"))
    let bounds = inner[..<(colon ?? inner.endIndex)]
      .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let step = colon.map { Self.number(inner[($0 + 1)...]) } ?? 1
    guard bounds.count == 2, let step, step > 0 else { throw refused }
    if let low = Self.number(bounds[0]), let high = Self.number(bounds[1]), low <= high {
      guard (high - low) / step < Self.limit else { throw Self.tooMany(shown) }
      let width = bounds[0].first == UInt8(ascii: "0") ? bounds[0].count : 0
      return stride(from: low, through: high, by: step).map { value in
        let digits = String(value)
        return Array((String(repeating: "0", count: max(0, width - digits.count)) + digits).utf8)
      }
    }
    guard bounds[0].count == 1, bounds[1].count == 1, let low = bounds[0].first,
      let high = bounds[1].first, low <= high, Self.isLetter(low), Self.isLetter(high),
      (low & 0x20) == (high & 0x20)
    else { throw refused }
    return stride(from: Int(low), through: Int(high), by: step).map { [UInt8($0)] }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count < 10, digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

  /// The text up to `]` if it is empty or an IPv6 address. Nil for a range. curl does not expand
  /// empty brackets or addresses.
  private var literalBracket: [UInt8]? {
    guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
    let inner = rest[..<close]
    let isAddress =
      inner.count { $0 == UInt8(ascii: ":") } > 1
      && inner.prefix { $0 != UInt8(ascii: "%") }.allSatisfy {
        (0x30...0x3A).contains($0) || (0x61...0x66).contains($0 | 0x20) || $0 == UInt8(ascii: ".")
      }
    return inner.isEmpty || isAddress ? Array(rest[...close]) : nil
  }

  static func tooMany(_ url: String) -> CurlProblem {
    CurlProblem(
      what: "The curl line cannot be used.",
      why: "Its URL `\(url)` expands to more than \(limit) requests.",
      whatToDo:
        "Write one URL with {{name}} instead of the list, and send it for each row of a file: "
        + "`weir queue add --each FILE`.")
  }

  private var refused: CurlProblem {
    CurlProblem(
      what: "The curl line cannot be used.",
      why: "curl refuses the brackets in `\(shown)`: {a,b} and [1-3] are lists in curl.",
      whatToDo:
        "Replace the brackets with a value, or add -g to send them unchanged.")
  }
}
