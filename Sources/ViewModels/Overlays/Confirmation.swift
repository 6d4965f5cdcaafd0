package import ClientModel

/// A question with a few answers. The first answer changes nothing.
package struct Confirmation: Hashable, Sendable {
  package struct Answer: Hashable, Sendable {
    package let title: String
    package let effects: [Effect]

    package init(_ title: String, _ effects: [Effect] = []) {
      self.title = title
      self.effects = effects
    }
  }

  /// The subject of a question that events may change.
  package enum Topic: Hashable, Sendable { case quitting, trust, other }

  package let question: String
  package let detail: String
  /// The text in question, one line per row; a small screen shows fewer.
  package let excerpt: [FileDifference.Row]
  package let answers: [Answer]
  package let topic: Topic
  package var chosen = 0

  package init(
    _ question: String, detail: String = "", excerpt: [FileDifference.Row] = [],
    answers: [Answer], topic: Topic = .other
  ) {
    self.question = question
    self.detail = detail
    self.excerpt = excerpt
    self.answers = answers
    self.topic = topic
  }

  /// Whether the question is only a message, which has a single answer.
  package var isInformation: Bool { answers.count < 2 }

  /// Returns whether the answers of another question have the same effects, so that the chosen
  /// answer stays chosen.
  func hasSameEffects(as other: Confirmation) -> Bool {
    answers.map(\.effects) == other.answers.map(\.effects)
  }

  /// Selects the next or previous answer.
  mutating func step(_ step: Int) {
    chosen = (chosen + step + answers.count) % answers.count
  }
}
