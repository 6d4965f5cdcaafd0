/// The text of a key in `keymap.yaml` and in hints: `ctrl+p`, `alt+enter`, `shift+up`, `f5`,
/// `space`, `g`. Letters are case-sensitive: `G` is Shift+g.
extension Key: CustomStringConvertible {
  private static let namedKeys: [(name: String, key: Key)] = [
    ("enter", .enter), ("alt+enter", .altEnter), ("tab", .tab), ("shift+tab", .backTab),
    ("esc", .escape), ("backspace", .backspace), ("alt+backspace", .altBackspace),
    ("delete", .delete), ("insert", .insert), ("up", .up), ("down", .down), ("left", .left),
    ("right", .right), ("home", .home), ("end", .end), ("pageup", .pageUp),
    ("pagedown", .pageDown), ("shift+up", .shiftUp), ("shift+down", .shiftDown),
    ("shift+left", .shiftLeft), ("shift+right", .shiftRight), ("shift+home", .shiftHome),
    ("shift+end", .shiftEnd), ("ctrl+up", .ctrlUp), ("ctrl+down", .ctrlDown),
    ("ctrl+left", .ctrlLeft), ("ctrl+right", .ctrlRight), ("ctrl+home", .ctrlHome),
    ("ctrl+end", .ctrlEnd), ("space", .character(" ")), ("ctrl+space", .control(" ")),
    ("alt+space", .alt(" ")),
  ]
  private static let keysByName = Dictionary(
    uniqueKeysWithValues: namedKeys.map { ($0.name, $0.key) })
  private static let namesByKey = Dictionary(
    uniqueKeysWithValues: namedKeys.map { ($0.key, $0.name) })
  private static let synonyms: [String: Key] = [
    "escape": .escape, "return": .enter, "del": .delete, "ins": .insert, "backtab": .backTab,
    "pgup": .pageUp, "pgdn": .pageDown, "page-up": .pageUp, "page-down": .pageDown,
    // Terminals cannot distinguish these names from the keys on the right.
    "ctrl+i": .tab, "ctrl+m": .enter, "ctrl+[": .escape, "ctrl+h": .backspace,
    "ctrl+@": .control(" "),
  ]
  private static let controlCharacters = Set("abcdefghijklmnopqrstuvwxyz \\]^_")

  /// Parses a key in the format of a key map. Returns nil if terminals do not send such a key.
  ///
  /// Names and modifiers may be in any case. The mouse and pastes have no text format.
  package init?(text: String) {
    let name = text.lowercased()
    if let key = Self.keysByName[name] ?? Self.synonyms[name] {
      self = key
    } else if let character = Self.single(text) {
      self = .character(character)
    } else if name.hasPrefix("ctrl+"), let character = Self.single(name.dropFirst(5)),
      Self.controlCharacters.contains(character)
    {
      self = .control(character)
    } else if name.hasPrefix("alt+"), let character = Self.single(text.dropFirst(4)) {
      self = .alt(character)
    } else if name.hasPrefix("f"), let number = Int(name.dropFirst()), (1...24).contains(number),
      name == "f\(number)"
    {
      self = .function(number)
    } else {
      return nil
    }
  }

  /// The key in the format of `init(text:)`, or the kind of event for the mouse and pastes.
  package var description: String {
    if let name = Self.namesByKey[self] { return name }
    switch self {
    case .character(let character): return String(character)
    case .control(let character): return "ctrl+\(character)"
    case .alt(let character): return "alt+\(character)"
    case .function(let number): return "f\(number)"
    case .mouse: return "mouse"
    case .typed: return "text"
    case .paste: return "paste"
    default: preconditionFailure("A key without a payload is missing from the table of names.")
    }
  }

  /// Returns the character of `text`, or nil unless `text` is one visible character.
  private static func single(_ text: some StringProtocol) -> Character? {
    guard let character = text.first, text.count == 1 else { return nil }
    let isBlank = character.isWhitespace || character.isNewline
    let isControl = character.unicodeScalars.contains {
      $0.properties.generalCategory == .control
    }
    return isBlank || isControl ? nil : character
  }
}
