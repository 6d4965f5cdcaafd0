package import ClientModel

/// A question with a few answers; the first is the one that loses nothing.
package struct Confirmation: Hashable, Sendable {
  package struct Answer: Hashable, Sendable {
    package let title: String
    package let effects: [Effect]
    package let change: Change

    package init(_ title: String, _ effects: [Effect] = [], change: Change = .none) {
      self.title = title
      self.effects = effects
      self.change = change
    }
  }

  /// What an answer does to the models before its effects go out.
  package enum Change: Hashable, Sendable {
    case none
    case newRequest
    case load(Draft, name: String?)
    /// Takes what an ended session left.
    case restore(Draft, base: Draft?)
    /// Saves the request under the name that was given, and offers no workspace again.
    case saveInScratch
    /// Saves the request; what was asked about goes on once it is saved.
    case save(then: AfterSaving)
  }

  /// What unsaved changes stood in the way of.
  package enum AfterSaving: Hashable, Sendable {
    case newRequest
    case load(Draft, name: String?)
    case quit
  }

  /// What a question is about, where news may change it.
  package enum Topic: Hashable, Sendable { case quitting, trust, other }

  package let question: String
  package let detail: String
  package let answers: [Answer]
  package let topic: Topic
  package var chosen = 0

  package init(
    _ question: String, detail: String = "", answers: [Answer], topic: Topic = .other
  ) {
    self.question = question
    self.detail = detail
    self.answers = answers
    self.topic = topic
  }
}
