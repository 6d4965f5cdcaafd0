/// The earlier texts of a prompt, and the position in them for up and down. The texts are jq
/// programs or search texts.
package struct PromptHistory: Equatable, Sendable {
  package static let most = 200

  /// The texts, newest last, without duplicates.
  package private(set) var texts: [String] = []
  /// The index of the text in the prompt, or nil for the text that the user typed.
  private var place: Int?
  /// The text that was typed before the first up or down key.
  private var typed = ""

  init() {}

  mutating func load(_ texts: [String]) { self.texts = Array(texts.suffix(Self.most)) }

  /// Stores text that was used. Returns false if the text is blank or already the newest.
  mutating func note(_ text: String) -> Bool {
    resetHistory()
    guard !text.allSatisfy(\.isWhitespace), texts.last != text else { return false }
    texts.removeAll { $0 == text }
    texts.append(text)
    if texts.count > Self.most { texts.removeFirst() }
    return true
  }

  mutating func resetHistory() { place = nil }

  /// Moves to the text before (-1) or after (1) the text in the prompt, and returns that text.
  /// Returns nil at either end.
  mutating func walk(_ step: Int, from text: String) -> String? {
    if place == nil { typed = text }
    let next = (place ?? texts.count) + step
    guard next >= 0, next <= texts.count, next != place ?? texts.count else { return nil }
    place = next == texts.count ? nil : next
    return place.map { texts[$0] } ?? typed
  }
}
