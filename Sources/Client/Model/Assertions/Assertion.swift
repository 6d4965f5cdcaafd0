/// A condition that the responses to a saved request must meet. It is written as one line of text:
///
///     status 2xx                         also 404, 200-204, or several, separated by commas
///     header Content-Type contains json  also `is TEXT`; without either, the field must be present
///     time < 2 s                         from the start to the last byte; in ms, s or min
///     size < 1 MB                        of the decoded body; in B, kB, MB or GB
///     .items[0].id == 7                  any other line is a jq program, see `Test.value`
public struct Assertion: Hashable, Sendable {
  /// The check that an assertion makes.
  public enum Test: Hashable, Sendable {
    /// The status is in one of these ranges.
    case status([ClosedRange<Int>])
    /// A header field with this name passes the test. The case of the name is ignored.
    case header(String, HeaderTest)
    /// The time from the start of the attempt to the last byte of the body meets the limit.
    case time(Bound, Duration)
    /// The size of the decoded body meets the limit.
    case size(Bound, ByteCount)
    /// The jq program has at least one result, and no result is `false` or `null`.
    case value(program: String)
  }

  /// The check of a header field.
  public enum HeaderTest: Hashable, Sendable {
    /// The field is present.
    case present
    /// The field has exactly this value.
    case equals(String)
    /// The value contains this text.
    case contains(String)
  }

  /// The comparison of a measured value with a limit.
  public enum Bound: String, Hashable, Sendable, CaseIterable {
    // The longer operators come first, because a line is compared with the operators in this order.
    /// At most the limit.
    case atMost = "<="
    /// At least the limit.
    case atLeast = ">="
    /// Less than the limit.
    case less = "<"
    /// More than the limit.
    case more = ">"

    package func holds<Measure: Comparable>(_ measure: Measure, _ limit: Measure) -> Bool {
      switch self {
      case .atMost: measure <= limit
      case .atLeast: measure >= limit
      case .less: measure < limit
      case .more: measure > limit
      }
    }
  }

  /// The reason why a line is not a valid assertion, and how to correct it.
  public struct Problem: Error, Hashable, Sendable {
    /// The reason, as a sentence.
    public let why: String
    /// The way to correct the line, as a sentence.
    public let whatToDo: String
  }

  /// The line as written, without spaces at both ends.
  public let text: String
  /// The check that the assertion makes.
  public let test: Test

  /// Parses a line. For a jq program, only strings and brackets are checked. jq itself parses the
  /// program when the assertion is evaluated.
  ///
  /// - Throws: The reason why the line is not a valid assertion.
  public init(_ text: String) throws(Problem) {
    let line = Substring(text).trimmed
    self.text = String(line)
    guard !line.isEmpty else {
      throw Problem(why: "It is empty.", whatToDo: "Write an assertion such as `status 2xx`.")
    }
    guard !line.contains(anyByte: "\n\r"), line.utf8.count <= Self.longest else {
      throw Problem(
        why: "It is more than one line, or longer than \(Self.longest) bytes.",
        whatToDo: "Divide it into several assertions.")
    }
    let word = line.prefix(whileByte: { (0x61...0x7A).contains($0 | 0x20) })
    let rest = line[word.endIndex...].trimmed
    switch word {
    case "status": test = .status(try Self.statuses(rest))
    case "header": test = try Self.header(rest)
    case "time":
      let (bound, limit) = try Self.bound(rest, "time < 2 s")
      test = .time(bound, try Self.span(limit))
    case "size":
      let (bound, limit) = try Self.bound(rest, "size < 1 MB")
      test = .size(bound, try Self.count(limit))
    default:
      try Self.check(program: line)
      test = .value(program: self.text)
    }
  }

  private static let longest = 4096

  /// Whether the assertion checks the status. If it does, a status of 400 or more is not a failure
  /// by itself.
  public var isOnStatus: Bool { if case .status = test { true } else { false } }

  // MARK: Reading

  private static func statuses(_ text: Substring) throws(Problem) -> [ClosedRange<Int>] {
    let list = text.begins(with: "==") ? text.dropping(bytes: 2) : text
    var ranges: [ClosedRange<Int>] = []
    for part in list.pieces(at: ",") {
      guard let range = range(part.trimmed) else {
        throw Problem(
          why: part.trimmed.isEmpty
            ? "It has no status." : "`\(part.trimmed)` is not a status.",
          whatToDo: "Write 404, 2xx or 200-204.")
      }
      ranges.append(range)
    }
    return ranges
  }

  private static func range(_ text: Substring) -> ClosedRange<Int>? {
    let known = 100...999
    if text.utf8.count == 3, text.lowercased().ends(with: "xx"),
      let hundred = text.first?.wholeNumberValue, hundred > 0
    {
      return hundred * 100...hundred * 100 + 99
    }
    let ends = text.pieces(at: "-").map { Int($0.trimmed) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
      known.contains(first), known.contains(last), first <= last
    else { return nil }
    return first...last
  }

  private static func header(_ text: Substring) throws(Problem) -> Test {
    let name = text.prefix(whileByte: { $0 > 0x20 })
    guard HTTPToken.isToken(String(name)) else {
      throw Problem(
        why: name.isEmpty ? "It has no header name." : "`\(name)` is not a header name.",
        whatToDo: "Write it as `header Content-Type contains json`.")
    }
    let rest = text[name.endIndex...].trimmed
    if rest.isEmpty { return .header(String(name), .present) }
    let word = rest.prefix(whileByte: { $0 > 0x20 })
    let wanted = String(rest[word.endIndex...].trimmed)
    switch word {
    case "is", "==": return .header(String(name), .equals(wanted))
    case "contains" where !wanted.isEmpty: return .header(String(name), .contains(wanted))
    default:
      throw Problem(
        why: "`\(word)` is not a test of a header.",
        whatToDo: "Write `is TEXT`, `contains TEXT`, or nothing after the name.")
    }
  }

  private static func bound(
    _ text: Substring, _ example: String
  ) throws(Problem) -> (Bound, Substring) {
    guard let bound = Bound.allCases.first(where: { text.begins(with: $0.rawValue) }) else {
      throw Problem(why: "It has no limit.", whatToDo: "Write it as `\(example)`.")
    }
    return (bound, text.dropping(bytes: bound.rawValue.utf8.count).trimmed)
  }

  private static func span(_ text: Substring) throws(Problem) -> Duration {
    let (number, unit) = amount(text)
    let milliseconds: [String: Double] = ["ms": 1, "s": 1000, "min": 60_000]
    guard let number, let factor = milliseconds[unit], number * factor < 1e12 else {
      throw Problem(
        why: "`\(text)` is not a time.", whatToDo: "Write a number with ms, s or min, such as 2 s.")
    }
    return .nanoseconds(Int64((number * factor * 1e6).rounded()))
  }

  private static func count(_ text: Substring) throws(Problem) -> ByteCount {
    let (number, unit) = amount(text)
    let bytes: [String: Double] = ["": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9]
    guard let number, let factor = bytes[unit.lowercased()], number * factor < 1e15 else {
      throw Problem(
        why: "`\(text)` is not a size.",
        whatToDo: "Write a number with B, kB, MB or GB, such as 1 MB.")
    }
    return ByteCount(Int64((number * factor).rounded()))
  }

  private static func amount(_ text: Substring) -> (Double?, unit: String) {
    let digits = text.prefix(whileByte: { (0x30...0x39).contains($0) || $0 == 0x2E })
    return (Double(digits), String(text[digits.endIndex...].trimmed))
  }

  /// Checks that all strings and brackets in a program are closed. This finds truncated programs
  /// when the file is read.
  private static func check(program: Substring) throws(Problem) {
    var open: [Unicode.Scalar] = []
    var isInString = false
    var isEscaped = false
    for character in program.unicodeScalars {
      if isEscaped {
        isEscaped = false
        // An interpolation contains a nested program, which jq checks.
        if isInString, character == "(" { return }
        continue
      }
      switch character {
      case "\\" where isInString: isEscaped = true
      case "\"": isInString.toggle()
      case _ where isInString: break
      case "#": return
      case "(": open.append(")")
      case "[": open.append("]")
      case "{": open.append("}")
      case ")", "]", "}":
        guard open.popLast() == character else {
          throw Problem(
            why: "It is not a jq program: a `\(character)` has no opening bracket.",
            whatToDo: "Correct the assertion. It may start with status, header, time or size.")
        }
      default: break
      }
    }
    if isInString || !open.isEmpty {
      throw Problem(
        why: "It is not a jq program: "
          + (isInString ? "a string is not closed." : "a `\(open.last ?? ")")` is missing."),
        whatToDo: "Correct the assertion. It may start with status, header, time or size.")
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return self[first..<scalars.index(after: last)]
  }
}
