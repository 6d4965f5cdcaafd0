import ClientModel
import FoundationEssentials

/// A shared value in `--format json`, the documented stable format.
struct SharedValueRecord: Encodable {
  var key: String
  /// The size of the value. Absent if the key has only a rule.
  var bytes: Int64?
  var storedBytes: Int64
  /// The transforms as `--transform` accepts them, in the order in which they are applied.
  var transforms: [String]
  var secret: Bool
  var version: Int64
  /// The time of the last change in milliseconds since 1970.
  var changed: Int64
  /// The value, if it is text and may be shown.
  var value: String?
  /// The value in Base64, if it is not text and may be shown.
  var valueBase64: String?

  init(_ facts: SharedValueFacts, content: SharedContent? = nil) {
    key = facts.key.name
    bytes = facts.size?.bytes
    storedBytes = facts.storedSize.bytes
    transforms = facts.rule.transforms.map(\.description)
    secret = facts.rule.isSecret
    version = facts.version
    changed = facts.changed.milliseconds
    value = content?.text
    valueBase64 = content.flatMap { $0.text == nil ? Data($0.bytes).base64EncodedString() : nil }
  }
}

/// A change in `value watch --format json`.
struct SharedChangeRecord: Encodable {
  /// The kind of change: `set`, `removed` or `dropped`.
  var change: String
  /// The number of dropped changes.
  var count: Int?
  var value: SharedValueRecord?
  /// The reason why the value could not be opened.
  var error: String?

  init(_ change: SharedValueChange) {
    switch change {
    case .updated(let facts, let reading):
      self.change = "set"
      value = SharedValueRecord(facts, content: reading.content)
      if case .failed(let failure) = reading { error = "\(failure.what) \(failure.why)" }
    case .removed(let facts, let reading):
      self.change = "removed"
      value = SharedValueRecord(facts, content: reading.content)
    case .dropped(let count):
      self.change = "dropped"
      self.count = count
    }
  }
}

extension SharedReading {
  var content: SharedContent? { if case .content(let content) = self { content } else { nil } }
}

extension SharedValueChange {
  /// The change as a line for a person.
  var line: String {
    switch self {
    case .updated(let facts, let reading): facts.line("set", reading)
    case .removed(let facts, let reading): facts.line("removed", reading)
    case .dropped(let count):
      "\(count) changes were dropped; `weir value list` shows what there is."
    }
  }
}

extension SharedValueFacts {
  fileprivate func line(_ word: String, _ reading: SharedReading) -> String {
    let seen: String
    switch reading {
    case .unread: seen = rule.isSecret ? Secret.mask : ""
    case .content(let content): seen = Console.safe(content.text ?? "(no text)")
    case .failed(let failure): seen = Console.safe("\(failure.what) \(failure.why)")
    }
    return [changed.text, key.name, word, size?.description ?? "no value", seen]
      .filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

/// Shared values as aligned columns for a person.
struct SharedValueTable {
  var facts: [SharedValueFacts]

  func lines() -> [String] {
    guard !facts.isEmpty else { return ["No shared values. `weir value set KEY VALUE` makes one."] }
    let titles = ["KEY", "SIZE", "STORED SIZE", "CHANGED", "STORED AS"]
    let rows = facts.map { facts in
      [
        facts.key.name, facts.size?.description ?? "-", facts.storedSize.description,
        facts.changed.text, Console.safe(facts.rule.words),
      ]
    }
    return TextColumns(titles, rows).lines()
  }
}
