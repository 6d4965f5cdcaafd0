import ClientModel

/// A writer of values as text in URLs, headers, cookies and forms.
///
/// - Source: OpenAPI 3.1.1, section 4.8.12 and appendix C; RFC 6570, section 3.2.
struct ParameterText {
  /// A name and its text. Text that is already encoded has unencoded separators.
  struct Piece: Hashable {
    var name: String
    var text: String
    var isEncoded = false

    init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }

    /// Converts this to a field of a draft. The separators of encoded text require an encoded
    /// field.
    func field(_ mark: DraftField.Mark?) -> DraftField {
      switch mark ?? .plain {
      case .plain, .encoded: return DraftField(name, text, mark: isEncoded ? .encoded : .plain)
      case let mark:
        return DraftField(name, isEncoded ? FormText.decode(text) ?? text : text, mark: mark)
      }
    }

    init(_ name: String, encoded: String) {
      self.name = name
      text = encoded
      isEncoded = true
    }
  }

  let name: String
  let style: Parameter.Style
  let explode: Bool
  var allowsReserved = false
  var isJSON = false

  init(_ parameter: Parameter) {
    name = parameter.name
    style = parameter.style
    explode = parameter.explode
    allowsReserved = parameter.allowsReserved
    isJSON = parameter.isJSON
  }

  init(name: String, style: Parameter.Style, explode: Bool) {
    self.name = name
    self.style = style
    self.explode = explode
  }

  // MARK: Query, cookies and forms

  /// Returns the fields for a value, or an empty array for an empty list.
  func fields(_ value: FormValue) -> [Piece] {
    guard !isJSON else { return [Piece(name, value.json())] }
    switch value {
    case .null, .text, .bare, .file: return [scalar(name, value)]
    case .list(let values):
      guard !values.isEmpty else { return [] }
      guard !explode, style != .deepObject else { return values.map { scalar(name, $0) } }
      switch style {
      case .spaceDelimited: return [Piece(name, values.map(Self.text).joined(separator: " "))]
      case .pipeDelimited: return [Piece(name, values.map(Self.text).joined(separator: "|"))]
      default: return [Piece(name, encoded: values.map(encode).joined(separator: ","))]
      }
    case .object(let members):
      guard style != .deepObject else { return deep(name, members) }
      guard !members.isEmpty else { return [] }
      guard !explode else { return members.flatMap { member in exploded(member) } }
      let words = members.flatMap { [FormValue.text($0.name), $0.value] }
      switch style {
      case .spaceDelimited: return [Piece(name, words.map(Self.text).joined(separator: " "))]
      case .pipeDelimited: return [Piece(name, words.map(Self.text).joined(separator: "|"))]
      default: return [Piece(name, encoded: words.map(encode).joined(separator: ","))]
      }
    }
  }

  private func exploded(_ member: FormValue.Member) -> [Piece] {
    if case .list(let values) = member.value { return values.map { scalar(member.name, $0) } }
    return [scalar(member.name, member.value)]
  }

  /// Returns fields such as `name[a][b]=text`. A list repeats the name for each element.
  private func deep(_ name: String, _ members: [FormValue.Member]) -> [Piece] {
    members.flatMap { member -> [Piece] in
      let path = "\(name)[\(member.name)]"
      switch member.value {
      case .object(let members): return deep(path, members)
      case .list(let values): return values.map { scalar(path, $0) }
      case .null, .text, .bare, .file: return [scalar(path, member.value)]
      }
    }
  }

  private func scalar(_ name: String, _ value: FormValue) -> Piece {
    let text = Self.text(value)
    guard allowsReserved, text.utf8.contains(where: FormText.isReserved) else {
      return Piece(name, text)
    }
    return Piece(name, encoded: FormText.encode(text, .exceptReserved))
  }

  // MARK: Paths

  /// Returns the text that replaces the variable, or nil for a value without text, such as an empty
  /// list.
  func segment(_ value: FormValue) -> Piece? {
    guard !isJSON else { return Piece(name, value.json()) }
    switch (style, value) {
    case (.matrix, .list(let values)):
      guard !values.isEmpty else { return nil }
      return Piece(
        name,
        encoded: explode
          ? values.map { ";\(encodedName)=\(encode($0))" }.joined()
          : ";\(encodedName)=\(values.map(encode).joined(separator: ","))")
    case (.matrix, .object(let members)):
      guard !members.isEmpty else { return nil }
      return Piece(
        name,
        encoded: explode
          ? members.map { ";\(FormText.encode($0.name))=\(encode($0.value))" }.joined()
          : ";\(encodedName)=\(words(members).joined(separator: ","))")
    case (.matrix, _):
      let text = encode(value)
      return Piece(name, encoded: text.isEmpty ? ";\(encodedName)" : ";\(encodedName)=\(text)")
    case (_, .list(let values)):
      guard !values.isEmpty else { return nil }
      let separator = style == .label && explode ? "." : ","
      return Piece(name, encoded: dot + values.map(encode).joined(separator: separator))
    case (_, .object(let members)):
      guard !members.isEmpty else { return nil }
      guard explode else {
        return Piece(name, encoded: dot + words(members).joined(separator: ","))
      }
      let pairs = members.map { "\(FormText.encode($0.name))=\(encode($0.value))" }
      return Piece(name, encoded: dot + pairs.joined(separator: style == .label ? "." : ","))
    case (.label, _): return Piece(name, encoded: "." + encode(value))
    case (_, _): return Piece(name, Self.text(value))
    }
  }

  private var dot: String { style == .label ? "." : "" }
  private var encodedName: String { FormText.encode(name) }

  private func words(_ members: [FormValue.Member]) -> [String] {
    members.flatMap { [FormText.encode($0.name), encode($0.value)] }
  }

  // MARK: Headers

  /// Returns the text of a header without percent-encoding.
  func header(_ value: FormValue) -> Piece? {
    guard !isJSON else { return Piece(name, value.json()) }
    switch value {
    case .null, .text, .bare, .file: return Piece(name, Self.text(value))
    case .list(let values):
      return values.isEmpty ? nil : Piece(name, values.map(Self.text).joined(separator: ","))
    case .object(let members):
      guard !members.isEmpty else { return nil }
      let words =
        explode
        ? members.map { "\($0.name)=\(Self.text($0.value))" }
        : members.flatMap { [$0.name, Self.text($0.value)] }
      return Piece(name, words.joined(separator: ","))
    }
  }

  // MARK: Text

  /// Returns a value as text, which is JSON for lists and objects.
  static func text(_ value: FormValue) -> String { value.plain ?? value.json() }

  private func encode(_ value: FormValue) -> String {
    FormText.encode(Self.text(value), allowsReserved ? .exceptSomeReserved : .all)
  }
}

/// The percent-encoding of typed text, except templates.
enum FormText {
  enum Extent {
    /// Encodes everything except unreserved characters.
    case all
    /// Encodes reserved characters only if they end the value or have a meaning in a query.
    case exceptReserved
    /// Encodes like `exceptReserved`, and also encodes the comma, which separates values.
    case exceptSomeReserved
  }

  private static let reserved = Set(":/?@!$'()*,;=".utf8)

  static func isReserved(_ byte: UInt8) -> Bool { reserved.contains(byte) }

  static func encode(_ text: String, _ extent: Extent = .all) -> String {
    var result = ""
    for piece in Template.pieces(of: text) {
      switch piece {
      case .name(let name): result += "{{\(name)}}"
      case .text(let text):
        result += PercentEncoding.escape(text) { byte in
          if PercentEncoding.isUnreserved(byte) { return true }
          guard extent != .all, isReserved(byte) else { return false }
          return extent == .exceptReserved || byte != UInt8(ascii: ",")
        }
      }
    }
    return result
  }

  /// Decodes the text. Returns nil if it has an invalid percent-encoding.
  static func decode(_ text: some StringProtocol) -> String? { PercentEncoding.decode(text) }
}
