/// An error in a GraphQL document.
package struct GraphQLFault: Error, Hashable, Sendable {
  package let place: TextPosition
  /// The reason as a sentence.
  package let why: String

  init(_ why: String, at offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<min(offset, bytes.count)]
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    place = TextPosition(
      line: before.count { $0 == 0x0A } + 1,
      column: before[start...].count { $0 & 0xC0 != 0x80 } + 1)
    self.why = why
  }

  package var sentence: String { "Line \(place.line), column \(place.column): \(why)" }
}

/// A parsed GraphQL document of operations and fragments, without values.
package struct GraphQLDocument: Sendable {
  struct Name: Sendable {
    let text: String
    let offset: Int
  }

  struct Operation: Sendable {
    let kind: String
    let name: Name?
    let variables: [Name]
    let types: [Name]
    let selections: [Selection]
  }

  struct Fragment: Sendable {
    let name: Name
    let type: Name
    let selections: [Selection]
  }

  struct Field: Sendable {
    let name: Name
    let arguments: [Name]
    /// The fields in braces, or nil if the field has no braces.
    let selections: [Selection]?
  }

  enum Selection: Sendable {
    case field(Field)
    case spread(Name)
    case inline(Name?, [Selection])
  }

  private(set) var operations: [Operation] = []
  private(set) var fragments: [Fragment] = []
  /// The variables that are used in values.
  fileprivate(set) var usedVariables: [Name] = []

  /// The names of the named operations, in the order of the document.
  package var operationNames: [String] { operations.compactMap { $0.name?.text } }

  /// Parses a document. Throws the first syntax error.
  ///
  /// - Source: GraphQL specification (September 2025), section 2.
  package init(_ text: String) throws(GraphQLFault) {
    var parser = GraphQLParser(text)
    while let token = parser.token {
      switch parser.word {
      case "fragment": fragments.append(try parser.fragment())
      case "query", "mutation", "subscription", "{": operations.append(try parser.operation())
      default:
        throw parser.fault(
          at: token.range.lowerBound,
          "expected `query`, `mutation`, `subscription`, `fragment` or `{`, "
            + "found \(parser.found).")
      }
    }
    usedVariables = parser.usedVariables
  }
}

private struct GraphQLParser {
  private static let deepest = 100

  private var lexer: GraphQLLexer
  private(set) var token: GraphQLToken?
  private(set) var usedVariables: [GraphQLDocument.Name] = []
  private var depth = 0

  init(_ text: String) {
    lexer = GraphQLLexer(text)
    advance()
  }

  /// The text of the token, or an empty string at the end of the document.
  var word: String {
    token.map { String(decoding: lexer.bytes[$0.range], as: UTF8.self) } ?? ""
  }

  /// The token in words.
  var found: String {
    switch token?.kind {
    case nil: "the end of the query"
    case .openString: "a string without closing quotes"
    default: word.utf8.count > 40 ? "a long text" : "`\(word)`"
    }
  }

  func fault(at offset: Int? = nil, _ why: String) -> GraphQLFault {
    GraphQLFault(
      why, at: offset ?? token?.range.lowerBound ?? lexer.bytes.count, in: lexer.bytes)
  }

  private mutating func advance() {
    repeat { token = lexer.next() } while token?.kind == .comment
  }

  /// Skips the token if it is this word or mark, and returns whether it was skipped.
  private mutating func skip(_ text: String) -> Bool {
    guard token?.kind == .name || token?.kind == .mark, word == text else { return false }
    advance()
    return true
  }

  private mutating func expect(_ text: String) throws(GraphQLFault) {
    guard skip(text) else { throw fault("expected `\(text)`, found \(found).") }
  }

  private mutating func name(_ what: String) throws(GraphQLFault) -> GraphQLDocument.Name {
    guard let token, token.kind == .name || token.kind == .template else {
      throw fault("expected \(what), found \(found).")
    }
    defer { advance() }
    return GraphQLDocument.Name(text: word, offset: token.range.lowerBound)
  }

  /// Enters a nested level. The depth is limited, because the parser is recursive.
  private mutating func enter() throws(GraphQLFault) {
    depth += 1
    guard depth <= Self.deepest else {
      throw fault("the query has more than \(Self.deepest) nested levels.")
    }
  }

  mutating func operation() throws(GraphQLFault) -> GraphQLDocument.Operation {
    guard word != "{" else {
      return .init(
        kind: "query", name: nil, variables: [], types: [], selections: try selections())
    }
    let kind = word
    advance()
    let name = token?.kind == .mark ? nil : try name("a name or `{`")
    var (variables, types) = ([GraphQLDocument.Name](), [GraphQLDocument.Name]())
    if skip("(") {
      repeat {
        try expect("$")
        variables.append(try self.name("the name of a variable"))
        try expect(":")
        types.append(try type())
        if skip("=") { try value() }
        try directives()
      } while !skip(")")
    }
    try directives()
    return .init(
      kind: kind, name: name, variables: variables, types: types, selections: try selections())
  }

  mutating func fragment() throws(GraphQLFault) -> GraphQLDocument.Fragment {
    advance()
    let name = try name("the name of a fragment")
    try expect("on")
    let type = try self.name("the name of a type")
    try directives()
    return .init(name: name, type: type, selections: try selections())
  }

  private mutating func type() throws(GraphQLFault) -> GraphQLDocument.Name {
    try enter()
    defer { depth -= 1 }
    let inner: GraphQLDocument.Name
    if skip("[") {
      inner = try type()
      try expect("]")
    } else {
      inner = try name("the name of a type")
    }
    _ = skip("!")
    return inner
  }

  private mutating func selections() throws(GraphQLFault) -> [GraphQLDocument.Selection] {
    try enter()
    defer { depth -= 1 }
    try expect("{")
    var found: [GraphQLDocument.Selection] = []
    repeat { found.append(try selection()) } while !skip("}")
    return found
  }

  private mutating func selection() throws(GraphQLFault) -> GraphQLDocument.Selection {
    if skip("...") {
      if token?.kind == .name, word != "on" {
        let name = try name("the name of a fragment")
        try directives()
        return .spread(name)
      }
      let type = skip("on") ? try name("the name of a type") : nil
      try directives()
      return .inline(type, try selections())
    }
    var name = try name("a field or `}`")
    if skip(":") { name = try self.name("a field") }
    let arguments = try arguments()
    try directives()
    return .field(
      .init(name: name, arguments: arguments, selections: word == "{" ? try selections() : nil))
  }

  private mutating func arguments() throws(GraphQLFault) -> [GraphQLDocument.Name] {
    guard skip("(") else { return [] }
    var found: [GraphQLDocument.Name] = []
    repeat {
      found.append(try name("an argument or `)`"))
      try expect(":")
      try value()
    } while !skip(")")
    return found
  }

  private mutating func directives() throws(GraphQLFault) {
    while skip("@") {
      _ = try name("the name of a directive")
      _ = try arguments()
    }
  }

  private mutating func value() throws(GraphQLFault) {
    try enter()
    defer { depth -= 1 }
    if skip("$") {
      usedVariables.append(try name("the name of a variable"))
    } else if skip("[") {
      while !skip("]") { try value() }
    } else if skip("{") {
      while !skip("}") {
        _ = try name("a field or `}`")
        try expect(":")
        try value()
      }
    } else {
      switch token?.kind {
      case .name, .number, .string, .template: advance()
      default: throw fault("expected a value, found \(found).")
      }
    }
  }
}
