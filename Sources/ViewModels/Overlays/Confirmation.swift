package import ClientModel

/// A question with a few answers; the first is the one that loses nothing.
package struct Confirmation: Hashable, Sendable {
  package struct Answer: Hashable, Sendable {
    package let title: String
    package let effects: [Effect]

    package init(_ title: String, _ effects: [Effect] = []) {
      self.title = title
      self.effects = effects
    }
  }

  /// What a question is about, where events may change it.
  package enum Topic: Hashable, Sendable { case quitting, trust, other }

  package let question: String
  package let detail: String
  /// What the question is about, one row each; a small screen shows fewer.
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

  /// Whether it only says something: its one answer closes it.
  package var isInformation: Bool { answers.count < 2 }

  /// Whether the answers of another question have the same effects, so that the chosen one stays chosen.
  func hasSameEffects(as other: Confirmation) -> Bool {
    answers.map(\.effects) == other.answers.map(\.effects)
  }

  /// Goes to the next or previous answer.
  mutating func step(_ step: Int) {
    chosen = (chosen + step + answers.count) % answers.count
  }
}
