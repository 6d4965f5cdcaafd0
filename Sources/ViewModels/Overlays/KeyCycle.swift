import ClientDocuments

/// A cycle through the keys that complete the text before the cursor.
struct KeyCycle: Sendable {
  /// The text before the completed key.
  private var head = ""
  private var keys: [String] = []
  private var next = 0

  /// Completes the text before the cursor with the first key. If the text ends with a key of the
  /// cycle, replaces that key with the next one. Returns nil if there is no completion.
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
