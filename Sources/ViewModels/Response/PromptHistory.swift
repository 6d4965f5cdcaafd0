/// What was entered in a prompt before, and the walk through it while more is being typed: the programs that
/// bodies were filtered with, or the texts that were looked for.
package struct PromptHistory: Equatable, Sendable {
  package static let most = 200

  /// The newest last; each once.
  package private(set) var texts: [String] = []
  /// The place of the one that stands in the prompt; nil for the user's own text.
  private var place: Int?
  /// What was typed before the walk began.
  private var typed = ""

  init() {}

  mutating func load(_ texts: [String]) { self.texts = Array(texts.suffix(Self.most)) }

  /// Takes a text that was used; true when it is new.
  mutating func note(_ text: String) -> Bool {
    stopWalking()
    guard !text.allSatisfy(\.isWhitespace), texts.last != text else { return false }
    texts.removeAll { $0 == text }
    texts.append(text)
    if texts.count > Self.most { texts.removeFirst() }
    return true
  }

  mutating func stopWalking() { place = nil }

  /// The text before (-1) or after (1) the one in the prompt; nil at either end.
  mutating func walk(_ step: Int, from text: String) -> String? {
    if place == nil { typed = text }
    let next = (place ?? texts.count) + step
    guard next >= 0, next <= texts.count, next != place ?? texts.count else { return nil }
    place = next == texts.count ? nil : next
    return place.map { texts[$0] } ?? typed
  }
}
