/// The earlier texts of a prompt: jq programs or search texts. The up and down keys select them.
package struct PromptHistory: Equatable, Sendable {
  package static let most = 200

  /// The texts, newest last. Duplicates are removed.
  package private(set) var texts: [String] = []
  /// The index of the earlier text in the prompt. Nil while the prompt contains the user's own
  /// text.
  private var place: Int?
  /// The user's text before the first up or down key.
  private var typed = ""

  init() {}

  mutating func load(_ texts: [String]) { self.texts = Array(texts.suffix(Self.most)) }

  /// Adds a text that was used. Returns false if the text is blank or already the newest.
  mutating func note(_ text: String) -> Bool {
    resetHistory()
    guard !text.allSatisfy(\.isWhitespace), texts.last != text else { return false }
    texts.removeAll { $0 == text }
    texts.append(text)
    if texts.count > Self.most { texts.removeFirst() }
    return true
  }

  mutating func resetHistory() { place = nil }

  /// Returns the text before (-1) or after (1) the current text. Returns nil if there is no such
  /// text.
  mutating func walk(_ step: Int, from text: String) -> String? {
    if place == nil { typed = text }
    let next = (place ?? texts.count) + step
    guard next >= 0, next <= texts.count, next != place ?? texts.count else { return nil }
    place = next == texts.count ? nil : next
    return place.map { texts[$0] } ?? typed
  }
}
