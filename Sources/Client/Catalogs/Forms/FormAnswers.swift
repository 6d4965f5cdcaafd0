/// The answers of a form by field, with the number of answers at and below each field.
struct FormAnswers: Sendable {
  private var answers: [FieldID: FormAnswer] = [:]
  /// The number of answers of a field and of those below it. A field without answers is not listed.
  private var counts: [FieldID: Int] = [:]

  subscript(id: FieldID) -> FormAnswer? {
    get { answers[id] }
    set {
      let before = answers.count
      answers[id] = newValue
      let change = answers.count - before
      guard change != 0 else { return }
      for length in 0...id.steps.count {
        let outer = FieldID(id.root, Array(id.steps.prefix(length)))
        let count = counts[outer, default: 0] + change
        counts[outer] = count == 0 ? nil : count
      }
    }
  }

  /// All answers, in no particular order.
  var all: [(id: FieldID, answer: FormAnswer)] { answers.map { ($0.key, $0.value) } }

  /// Returns whether a field or one below it has an answer.
  func hasAny(within id: FieldID) -> Bool { counts[id] != nil }

  mutating func removeAll(within id: FieldID) {
    guard hasAny(within: id) else { return }
    for key in answers.keys.filter({ $0.isWithin(id) }) { self[key] = nil }
  }
}

extension FormAnswers: Hashable {
  static func == (left: FormAnswers, right: FormAnswers) -> Bool { left.answers == right.answers }

  func hash(into hasher: inout Hasher) { hasher.combine(answers) }
}
