import ClientDocuments

/// The object keys that can complete the text before the cursor. Each repeated completion uses the
/// next key.
struct KeyCycle: Sendable {
  /// The text before the inserted key.
  private var head = ""
  private var keys: [String] = []
  private var next = 0

  /// Returns the text after a completion. The first completion replaces the fragment before the
  /// cursor with the first key. A repeated completion replaces the inserted key with the next key.
  /// Returns nil if there is no completion.
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
