import ClientModel
import ClientYAML

/// A comparison of two versions of a YAML file.
///
/// An edit is harmless if it changes only options that are free in an untrusted workspace, or
/// options without new variables and references.
struct EditCheck {
  /// The position in a file.
  private struct Place {
    var rule: UntrustedUse.Rule
    /// Whether the keys are names from the user, such as names of headers.
    var isData = false
  }

  private static let dataKeys: Set<String> = ["json", "variables", "headers", "query"]
  /// The options that decide which headers and values of gateways and folders a request gets.
  private static let inheritingKeys: Set<String> = ["gateway", "without-headers"]
  private static let schemes = ["env:", "file:", "command:", "keyring:", "value:"]

  private let rules: [String: UntrustedUse.Rule]
  private let start: Place
  /// Whether any gateway may receive the request.
  var isSelfContained = false

  init(of kind: WorkspaceFileKind) {
    rules = UntrustedUse.rules(in: kind)
    // A key of an OpenAPI document that Weir does not name decides nothing.
    start = Place(rule: kind == .catalog ? .free : .limited(.destination))
  }

  /// Compares two versions. A version is nil if the file is missing.
  func isHarmless(_ old: YAMLNode?, _ new: YAMLNode?) -> Bool { isHarmless(old, new, start) }

  private func isHarmless(_ old: YAMLNode?, _ new: YAMLNode?, _ place: Place) -> Bool {
    if old?.content == new?.content { return true }
    switch (old?.kind, new?.kind) {
    case (nil, .mapping?), (.mapping?, nil), (.mapping?, .mapping?):
      // A field as a mapping, such as `{name: Host, value: x}`, keeps the name beside the value.
      if (old?.fields ?? []).contains(where: isHost) || (new?.fields ?? []).contains(where: isHost)
      {
        return false
      }
      let names = Set(((old?.fields ?? []) + (new?.fields ?? [])).map(\.key))
      return names.allSatisfy { isHarmless($0, old?.value(of: $0), new?.value(of: $0), place) }
    case (nil, .list?), (.list?, nil), (.list?, .list?):
      let (before, after) = (old?.items ?? [], new?.items ?? [])
      return (0..<max(before.count, after.count)).allSatisfy { index in
        isHarmless(
          index < before.count ? before[index] : nil, index < after.count ? after[index] : nil,
          place)
      }
    case (.mapping?, _), (_, .mapping?), (.list?, _), (_, .list?):
      return isHarmless(old, nil, place) && isHarmless(nil, new, place)
    default: return isHarmless(text: old?.scalar, new?.scalar, place)
    }
  }

  /// Compares the values of a key.
  private func isHarmless(
    _ key: String, _ old: YAMLNode?, _ new: YAMLNode?, _ place: Place
  ) -> Bool {
    if old?.content == new?.content { return true }
    if isHost(key) { return false }
    if old == nil, !Self.variables(in: key).isEmpty { return false }
    if place.isData { return isHarmless(old, new, place) }
    let isInherited = Self.inheritingKeys.contains(key) && !isSelfContained
    let rule = isInherited ? .limited(.destination) : rules[key]
    switch rule {
    case .refused, .limited(.destination): return false
    case .free, .limited(.reference), .limited(.parts):
      return isHarmless(
        old, new, Place(rule: rule ?? place.rule, isData: Self.dataKeys.contains(key)))
    case nil: return isHarmless(old, new, place)
    }
  }

  /// Compares two values without parts.
  private func isHarmless(text old: String?, _ new: String?, _ place: Place) -> Bool {
    switch place.rule {
    case .refused, .limited(.destination), .limited(.parts): return false
    case .free, .limited(.reference): break
    }
    guard let new else { return true }
    return !isHost(new) && Self.variables(in: new).isSubset(of: Self.variables(in: old ?? ""))
  }

  /// Returns the names of variables in a text. A text with a reference is returned itself, so that
  /// two different references are never equal.
  static func variables(in text: String) -> Set<String> {
    var found: Set<String> = []
    for case .name(let use) in Template.pieces(of: text) { found.insert(use.name) }
    if schemes.contains(where: { text.contains(bytes: $0) }) { found.insert(text) }
    return found
  }

  private func isHost(_ text: String) -> Bool { text.caseInsensitiveEquals("Host") }

  private func isHost(_ field: YAMLNode.Field) -> Bool {
    field.value.scalar.map(isHost) ?? false
  }
}

extension UntrustedUse {
  /// The rules of the keys in a kind of file. Of several rules for a key, the strictest applies.
  static func rules(in kind: WorkspaceFileKind) -> [String: Rule] {
    var rules: [String: Rule] = [:]
    for row in rows(of: kind) {
      for option in row.options {
        rules[option] = [rules[option], row.rule].compactMap(\.self).max { $0.rank < $1.rank }
      }
    }
    return rules
  }
}

extension UntrustedUse.Rule {
  fileprivate var rank: Int {
    switch self {
    case .free: 0
    case .limited(.parts): 1
    case .limited(.reference): 2
    case .limited(.destination): 3
    case .refused: 4
    }
  }
}

extension YAMLNode {
  /// The contents without positions.
  fileprivate indirect enum Content: Hashable {
    case scalar(Kind)
    case list([Content])
    case mapping([String: Content])
  }

  fileprivate var content: Content {
    switch kind {
    case .null, .plain, .text: .scalar(kind)
    case .list(let items): .list(items.map(\.content))
    case .mapping(let fields):
      .mapping(
        Dictionary(
          fields.map { ($0.key, $0.value.content) }, uniquingKeysWith: { first, _ in first })
      )
    }
  }

  fileprivate var fields: [Field] { if case .mapping(let fields) = kind { fields } else { [] } }
  fileprivate var items: [YAMLNode] { if case .list(let items) = kind { items } else { [] } }

  fileprivate var scalar: String? {
    switch kind {
    case .plain(let text), .text(let text): text
    case .null, .list, .mapping: nil
    }
  }

  fileprivate func value(of key: String) -> YAMLNode? { fields.first { $0.key == key }?.value }
}
