import ClientDocuments

/// The object keys that can complete the text before the cursor, tried one after the other.
struct KeyCycle: Sendable {
  /// The text before the key that was inserted.
  private var head = ""
  private var keys: [String] = []
  private var next = 0

  /// Returns the text with the fragment before the cursor replaced by the first key. If the text
  /// still ends with the key that was inserted last, replaces it by the next key. Returns nil if
  /// there is no completion.
  mutating func complete(_ text: String, _ completion: KeyCompletion?) -> String? {
    if !keys.isEmpty, text == head + keys[(next + keys.count - 1) % keys.count] {
      let key = keys[next]
      next = (next + 1) % keys.count
      return head + key
    }
    guard let completion, let first = completion.keys.first, text.ends(with: completion.fragment)
    else { return nil }
    head = String(text.unicodeScalars.dropLast(completion.fragment.unicodeScalars.count))
    (keys, next) = (completion.keys, 1 % completion.keys.count)
    return head + first
  }

  mutating func stop() { keys = [] }
}
