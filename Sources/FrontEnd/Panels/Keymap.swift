import ClientYAML
package import Terminal
package import ViewModels

/// The mapping of keys to commands.
package struct Keymap: Equatable, Sendable {
  private var bindings: [Context: [[Key]: Command]] = [:]
  private var keysByCommand: [Command: [[Key]]] = [:]

  /// The default keys.
  package static let standard: Keymap = {
    do throws(YAMLProblem) { return try Keymap(rows: defaultRows) } catch {
      preconditionFailure("The table of default keys contradicts itself: \(error.why)")
    }
  }()

  /// The meaning of a key.
  package enum Meaning: Hashable, Sendable {
    case command(Command)
    /// The start of a chord. The next key selects the command.
    case prefix([Key])
    case nothing
  }

  struct Row {
    let command: Command
    var keys: [[Key]]
    let place: YAMLPosition
  }

  static let defaultRows: [Row] = CommandTable.all.map { command in
    let keys = (command.facts?.keys ?? []).map { text in
      guard let keys = chord(text) else {
        preconditionFailure("`\(text)` is not a key that a terminal sends.")
      }
      return keys
    }
    return Row(
      command: command, keys: keys, place: YAMLPosition(file: "(built in)", line: 1, column: 1))
  }

  init() {}

  private init(rows: [Row]) throws(YAMLProblem) {
    for row in rows { try bind(row) }
  }

  /// Sets the keys of a command.
  ///
  /// - Throws: A problem if a key is typed as text in the context of the command, or if it
  ///   conflicts with a key of another command in that context.
  mutating func bind(_ row: Row) throws(YAMLProblem) {
    guard let context = row.command.facts?.context else { return }
    for keys in row.keys {
      if context == .typing, keys.count > 1 || keys.first.map(Self.isText) ?? true {
        throw YAMLProblem(
          row.place, why: "`\(Self.text(keys))` is typed as text in a text field.",
          whatToDo: "Give `\(row.command.name ?? "")` a key with ctrl or alt.")
      }
      if let rival = rival(of: keys, in: context) {
        throw YAMLProblem(
          row.place,
          why: "`\(Self.text(keys))` is bound to `\(row.command.name ?? "")`, but `"
            + "\(Self.text(rival.keys))` is `\(rival.command.name ?? "")` (\(context.title)).",
          whatToDo: "Bind another key to one of the two commands.")
      }
      bindings[context, default: [:]][keys] = row.command
    }
    keysByCommand[row.command] = row.keys
  }

  /// Returns a command whose keys conflict with these keys, or nil if there is no conflict.
  ///
  /// Two chords conflict if they are equal or one begins with the other.
  func rival(of keys: [Key], in context: Context) -> (keys: [Key], command: Command)? {
    bindings[context, default: [:]].first { $0.key.starts(with: keys) || keys.starts(with: $0.key) }
      .map { ($0.key, $0.value) }
  }

  /// Returns the meaning of a key that follows the `pending` keys.
  ///
  /// While the user types text, characters are text. Keys without a meaning in the typing context
  /// are interpreted in the outer contexts.
  package func interpret(_ key: Key, after pending: [Key], in contexts: [Context]) -> Meaning {
    if case .paste(let text) = key { return .command(.insert(text)) }
    if case .typed(let text) = key { return .command(.typed(text)) }
    if contexts.first == .typing, pending.isEmpty, case .character(let character) = key {
      return .command(.insert(String(character)))
    }
    let keys = pending + [key]
    for context in contexts {
      let bound = bindings[context, default: [:]]
      if let command = bound[keys] { return .command(command) }
      if bound.keys.contains(where: { $0.count > keys.count && $0.starts(with: keys) }) {
        return .prefix(keys)
      }
    }
    return .nothing
  }

  /// Returns the commands of a key in the panels that are not among these contexts.
  package func meanings(elsewhere key: Key, than contexts: [Context]) -> [Command] {
    [Context.composer, .queue, .response].filter { !contexts.contains($0) }
      .compactMap { bindings[$0, default: [:]][[key]] }
  }

  /// Returns the Alt keys that are bound in these contexts, including those inside a chord.
  package func altKeys(in contexts: [Context]) -> Set<Key> {
    Set(contexts.flatMap { bindings[$0, default: [:]].keys.joined() }.filter(\.hasAlt))
  }

  /// Returns the keys that complete the pending chord, with their commands, sorted by key.
  package func continuations(of pending: [Key], in contexts: [Context]) -> [(
    key: Key, command: Command
  )] {
    var found: [(key: Key, command: Command)] = []
    for context in contexts {
      for (keys, command) in bindings[context, default: [:]]
      where keys.count == pending.count + 1 && keys.starts(with: pending) {
        found.append((keys[pending.count], command))
      }
    }
    return found.sorted { $0.key.description < $1.key.description }
  }

  /// Returns whether the keys of the command were set, possibly to an empty list.
  func hasEntry(for command: Command) -> Bool { keysByCommand[command] != nil }

  func chords(of command: Command) -> [[Key]] { keysByCommand[command, default: []] }

  /// Returns the keys of a command as shown on the screen, or an empty array.
  package func labels(of command: Command) -> [String] {
    chords(of: command).map(Self.text)
  }

  /// Returns the first key of a command, for hints.
  package func label(of command: Command) -> String? { labels(of: command).first }

  /// Returns the first key of a command that works in these contexts. In the typing context, a
  /// character is not a key.
  func label(of command: Command, in contexts: [Context]) -> String? {
    guard contexts.first == .typing else { return label(of: command) }
    return keysByCommand[command, default: []].first { !($0.first.map(Self.isText) ?? false) }
      .map(Self.text)
  }

  /// Returns the message with each name of a command replaced by the user's key.
  func text(_ message: String) -> SafeText {
    SafeText(KeyMention.resolved(message) { label(of: $0) })
  }

  private static func isText(_ key: Key) -> Bool {
    if case .character = key { true } else { false }
  }

  static func chord(_ text: String) -> [Key]? {
    let words = text == " " ? ["space"] : text.split(separator: " ").map(String.init)
    let keys = words.compactMap(Key.init(text:))
    return keys.count == words.count && !keys.isEmpty && keys.count <= 3 ? keys : nil
  }

  static func text(_ keys: [Key]) -> String {
    let words = keys.map(\.description)
    return words.allSatisfy { $0.count == 1 } ? words.joined() : words.joined(separator: " ")
  }
}

extension Key {
  fileprivate var hasAlt: Bool {
    switch self {
    case .alt, .altEnter, .altBackspace: true
    default: false
    }
  }
}
