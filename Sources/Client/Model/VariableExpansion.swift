/// Expands the templates in values of workspace files. Values from other sources, such as `--var`
/// or a private file, are inserted unchanged.
struct VariableExpansion {
  /// The maximum length of a chain of values that use each other.
  private static let longestChain = 32
  /// The maximum size of an expanded value in bytes.
  private static let largestValue = 1_000_000

  let environment: Environment
  /// The names that are being expanded, outermost first.
  private var path: [String] = []
  /// The values expanded so far. Without them, values that each use another value twice would take
  /// exponential time.
  private var known: [String: SensitiveText] = [:]

  init(environment: Environment) { self.environment = environment }

  /// Returns the value of a name, or nil if it has none.
  mutating func value(of name: String) throws(VariableFault) -> SensitiveText? {
    if let value = known[name] ?? environment.values[name] { return value }
    if let file = environment.withheld[name] { throw .withheld(name, file: file) }
    guard let text = environment.composed[name] else { return nil }
    if let start = path.firstIndex(of: name) { throw .cycle(Array(path[start...]) + [name]) }
    guard path.count < Self.longestChain else { throw .tooLong(path[0]) }
    path.append(name)
    defer { path.removeLast() }
    guard Template.unclosed(in: text) == nil else { throw .unclosed(name) }
    let value = try expanded(text, of: name)
    known[name] = value
    return value
  }

  private mutating func expanded(
    _ text: String, of name: String
  ) throws(VariableFault) -> SensitiveText {
    var parts: [SensitiveText.Part] = []
    var size = 0
    for piece in Template.pieces(of: text) {
      let added =
        switch piece {
        case .text(let text): SensitiveText(String(text))
        case .name(let use): try value(of: use)
        }
      parts += added.parts
      size += added.parts.reduce(0) { $0 + $1.size }
      guard size <= Self.largestValue else { throw .tooLarge(name) }
    }
    return SensitiveText(joining: parts)
  }

  private mutating func value(of use: Template.Use) throws(VariableFault) -> SensitiveText {
    let value = try value(of: use.name)
    if let value, !value.isEmpty || use.fallback == nil { return value }
    if let fallback = use.fallback { return SensitiveText(fallback) }
    throw .missing(path + [use.name], nearest: environment.nearestName(to: use.name))
  }
}

extension SensitiveText.Part {
  fileprivate var size: Int {
    switch self {
    case .plain(let text): text.utf8.count
    case .literal(let secret, _): secret.reveal().utf8.count
    case .reference: 1
    }
  }
}

/// The reason why a variable has no usable value.
package struct VariableFault: Error, Hashable, Sendable {
  package let what: String
  package let why: String
  package let whatToDo: String

  private init(_ name: String, what: String? = nil, why: String, whatToDo: String) {
    self.what = what ?? "{{\(name)}} has no usable value."
    self.why = why
    self.whatToDo = whatToDo
  }

  /// Returns the fault for values that use each other. The last name in `path` is the same as the
  /// first.
  static func cycle(_ path: [String]) -> VariableFault {
    VariableFault(
      path[0], why: "Its value uses itself: \(path.joined(separator: " → ")).",
      whatToDo: "Give one of them a value that does not use the others.")
  }

  /// Returns the fault for a value that uses a name without a value, which is the last in `path`.
  static func missing(_ path: [String], nearest: String?) -> VariableFault {
    let name = path[path.count - 1]
    return VariableFault(
      path[0], why: "It uses {{\(name)}}, which has no value: \(path.joined(separator: " → ")).",
      whatToDo: (nearest.map { "Did you mean {{\($0)}}? " } ?? "")
        + "Add \(name) to environments.yaml, or write a default: {{\(name):-text}}.")
  }

  static func withheld(_ name: String, file: String) -> VariableFault {
    VariableFault(
      name, what: "The value of {{\(name)}} in \(file) cannot be used.",
      why: "The workspace is not trusted, or its files have changed.",
      whatToDo: TrustAdvice.sentence)
  }

  static func unclosed(_ name: String) -> VariableFault {
    VariableFault(
      name, why: "A template in its value has no closing braces.",
      whatToDo: "Write {{name}} there, or {{\"{{\"}} for the braces themselves.")
  }

  static func tooLong(_ name: String) -> VariableFault {
    VariableFault(
      name, why: "Its value uses a chain of more than 32 other values.",
      whatToDo: "Shorten the chain.")
  }

  static func tooLarge(_ name: String) -> VariableFault {
    VariableFault(
      name, why: "Its expanded value is larger than 1 MB.",
      whatToDo: "Send a large value as a file.")
  }
}
