package import ClientModel

/// A question with a few answers. The first answer changes nothing.
///
/// The first answer is selected when the question opens if something would be deleted, sent to
/// production or trusted. For any other question, the answer that does what the user asked for is
/// selected.
package struct Confirmation: Hashable, Sendable {
  package struct Answer: Hashable, Sendable {
    package let title: String
    package let effects: [Effect]

    package init(_ title: String, _ effects: [Effect] = []) {
      self.title = title
      self.effects = effects
    }
  }

  /// The subject of a question. Events can change or close a question about quitting or trust.
  package enum Topic: Hashable, Sendable { case quitting, trust, other }

  package let question: String
  package let detail: String
  /// The text that the question is about, one line per row. It can be scrolled.
  package let excerpt: [FileDifference.Row]
  package let answers: [Answer]
  package let topic: Topic
  package var chosen: Int
  /// The first visible row of the excerpt.
  package private(set) var top = 0

  package init(
    _ question: String, detail: String = "", excerpt: [FileDifference.Row] = [],
    answers: [Answer], chosen: Int = 0, topic: Topic = .other
  ) {
    self.question = question
    self.detail = detail
    self.excerpt = excerpt
    self.answers = answers
    self.chosen = chosen
    self.topic = topic
  }

  /// Whether the dialog is only a message. A message has one answer, which closes it.
  package var isInformation: Bool { answers.count < 2 }

  /// Returns whether the answers of both questions have the same effects. If so, the selected
  /// answer stays selected.
  func hasSameEffects(as other: Confirmation) -> Bool {
    answers.map(\.effects) == other.answers.map(\.effects)
  }

  /// The number of rows by which the excerpt is scrolled. Every screen shows at least this number
  /// of rows.
  static let page = 5

  /// Performs a command. Returns the effects of the given answer, or nil if the question stays
  /// open.
  mutating func perform(_ command: Command) -> [Effect]? {
    switch command {
    case .dialog(.next): step(1)
    case .dialog(.previous): step(-1)
    case .dialog(.scrollDown): scroll(1)
    case .dialog(.scrollUp): scroll(-1)
    case .dialog(.dismiss), .app(.back): return []
    case .dialog(.accept): return answers[chosen].effects
    case .dialog(.trust): return answers.first { $0.effects == [.workspace(.trust)] }?.effects
    case .point(.answer(let index)) where answers.indices.contains(index):
      return answers[index].effects
    default: break
    }
    return nil
  }

  /// Scrolls the excerpt by pages. The last page stays visible.
  private mutating func scroll(_ pages: Int) {
    top = max(0, min(top + pages * Self.page, excerpt.count - Self.page))
  }

  /// Selects the next or previous answer.
  private mutating func step(_ step: Int) {
    chosen = (chosen + step + answers.count) % answers.count
  }
}

/// The state that decides whether a question may open without a command. Only the state `free`
/// allows this. In every other state, keys that the user is typing could answer the question.
enum KeyReceiver: Hashable {
  case free
  case asked(Confirmation.Topic)
  case taken
}
