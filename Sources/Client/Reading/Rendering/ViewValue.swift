import ClientDocuments
import ReadingValues

/// A JSON value in memory, for the rendering of small bodies.
///
/// A look-up returns `null` if the member is missing or the value is not an object.
indirect enum ViewValue: Hashable, Sendable {
  case object([String: ViewValue], order: [String])
  case list([ViewValue])
  case text(String)
  /// The number as written.
  case number(String)
  case boolean(Bool)
  case null

  /// The maximum number of values in a body that is read into memory.
  static let most = 200_000
  /// The maximum depth. Deeper values are `null`.
  static let deepest = 48

  /// Returns the member with this key, or the first one if the key is repeated.
  subscript(key: String) -> ViewValue {
    if case .object(let members, _) = self { members[key] ?? .null } else { .null }
  }

  /// The elements of a list, or nil if the value is not a list.
  var list: [ViewValue]? { if case .list(let items) = self { items } else { nil } }

  /// The elements of a list, or an empty array if the value is not a list.
  var items: [ViewValue] { list ?? [] }

  var isObject: Bool { if case .object = self { true } else { false } }

  /// The keys of an object, in order.
  var keys: [String] { if case .object(_, let order) = self { order } else { [] } }

  /// The text of a string, number or Boolean, or nil for an empty string or another type.
  var word: String? {
    switch self {
    case .text(let text): text.isEmpty ? nil : text
    case .number(let text): text
    case .boolean(let value): value ? "yes" : "no"
    case .object, .list, .null: nil
    }
  }

  /// The value as a label: the word, or the `text` or `id` of an object, or nil if there is
  /// neither.
  ///
  /// - Source: The Oxford Dictionaries API, in which labels are strings in version 1 and objects in
  ///   version 2.
  var label: String? { word ?? self["text"].word ?? self["id"].word }

  /// The labels of a list, or of a single value.
  var labels: [String] { list?.compactMap(\.label) ?? label.map { [$0] } ?? [] }

  /// The value of a number or of a string with a number, or nil if it is not a finite number.
  var amount: Double? {
    switch self {
    case .number(let text), .text(let text):
      Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .object, .list, .boolean, .null: nil
    }
  }
}

extension ViewValue {
  /// The reason why a body cannot be read into memory.
  enum ReadingError: Error {
    case tooMany
    case unreadable(DocumentError)
  }

  init(_ node: JSONNode, in document: JSONDocument) throws(ReadingError) {
    var left = Self.most
    self = try Self.read(node, document, depth: 0, &left)
  }

  private static func read(
    _ node: JSONNode, _ document: JSONDocument, depth: Int, _ left: inout Int
  ) throws(ReadingError) -> ViewValue {
    left -= 1
    guard left > 0 else { throw .tooMany }
    switch node.kind {
    case .object, .array, .document:
      guard depth < deepest else { return .null }
      return try readChildren(of: node, document, depth: depth, &left)
    case .string:
      return .text(
        try reading { () throws(DocumentError) in
          try document.string(of: node) ?? ""
        })
    case .number:
      return .number(
        try reading { () throws(DocumentError) in
          String(decoding: try document.rawText(of: node, limit: 64), as: UTF8.self)
        })
    case .true: return .boolean(true)
    case .false: return .boolean(false)
    case .null, .unknown, .missing: return .null
    }
  }

  private static func readChildren(
    of node: JSONNode, _ document: JSONDocument, depth: Int, _ left: inout Int
  ) throws(ReadingError) -> ViewValue {
    var (items, members, order) = ([ViewValue](), [String: ViewValue](), [String]())
    var place = 0
    while true {
      let window = place..<place + 256
      let children = try reading { () throws(DocumentError) in
        try document.children(of: node, in: window, previewLength: 128)
      }
      for child in children {
        let value = try read(child.node, document, depth: depth + 1, &left)
        guard let raw = child.key else {
          items.append(value)
          continue
        }
        let key = JSONText.string(raw)
        guard members[key] == nil else { continue }
        members[key] = value
        order.append(key)
      }
      guard children.count == window.count else { break }
      place = window.upperBound
    }
    return node.kind == .object ? .object(members, order: order) : .list(items)
  }

  private static func reading<T>(
    _ work: () throws(DocumentError) -> T
  ) throws(ReadingError) -> T {
    do throws(DocumentError) { return try work() } catch { throw .unreadable(error) }
  }
}
