import ClientModel
import FoundationEssentials

/// A shared value in `--format json`, the documented stable format.
struct SharedValueRecord: JSONRecord {
  private let facts: SharedValueFacts
  private let content: SharedContent?

  /// Creates a record.
  ///
  /// - Parameter content: The value. Nil if it may not be shown.
  init(_ facts: SharedValueFacts, content: SharedContent? = nil) {
    (self.facts, self.content) = (facts, content)
  }

  static let table = JSONTable<SharedValueRecord>(
    "value", "A shared value.",
    [
      .always("key", .text, "The key.") { $0.facts.key.name },
      .sometimes("bytes", .integer, "The size of the value; absent if there is none.") {
        $0.facts.size?.bytes
      },
      .always("storedBytes", .integer, "The size as it is stored.") { $0.facts.storedSize.bytes },
      .always(
        "transforms", .list(.text),
        "The transforms with which it is stored, as for `--transform`."
      ) { $0.facts.rule.transforms.map(\.description) },
      .always("secret", .flag, "Whether it is secret.") { $0.facts.rule.isSecret },
      .always(
        "version", .integer, "A number that increases with every change of any shared value."
      ) { $0.facts.version },
      .always("changed", .time, "The time of the last change.") { $0.facts.changed.milliseconds },
      .sometimes(
        "value", .text,
        "The value as text; absent in `value list`, and for secret values without `--reveal`."
      ) { $0.content?.text },
      .sometimes("valueBase64", .text, "The value in Base64, if it is not UTF-8.") {
        $0.content.flatMap { $0.text == nil ? Data($0.bytes).base64EncodedString() : nil }
      },
    ])
}

/// A change in `value watch --format json`.
struct SharedChangeRecord: JSONRecord {
  private var change: String
  private var count: Int?
  private var value: SharedValueRecord?
  private var error: String?

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

  static let table = JSONTable<SharedChangeRecord>(
    "value-change", "A change to a shared value.",
    [
      .always("change", .word(["set", "removed", "dropped"]), "The kind of change.") { $0.change },
      .sometimes("count", .integer, "The number of changes that were dropped.") { $0.count },
      .sometimes("value", SharedValueRecord.shape, "The value.") { $0.value },
      .sometimes("error", .text, "The reason why the value cannot be read.") { $0.error },
    ])
}

extension SharedReading {
  var content: SharedContent? { if case .content(let content) = self { content } else { nil } }
}

extension SharedValueChange {
  var line: String {
    switch self {
    case .updated(let facts, let reading): facts.line("set", reading)
    case .removed(let facts, let reading): facts.line("removed", reading)
    case .dropped(let count):
      "\(count) changes were dropped; `weir value list` shows the current values."
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

/// Shared values as aligned columns of text.
struct SharedValueTable {
  var facts: [SharedValueFacts]

  func lines() -> [String] {
    guard !facts.isEmpty else {
      return ["No shared values. `weir value set KEY VALUE` creates one."]
    }
    let titles = ["KEY", "SIZE", "STORED SIZE", "CHANGED", "STORED AS"]
    let rows = facts.map { facts in
      [
        facts.key.name, facts.size?.description ?? "-", facts.storedSize.description,
        facts.changed.text, Console.safe(facts.rule.text),
      ]
    }
    return TextColumns(titles, rows).lines()
  }
}
