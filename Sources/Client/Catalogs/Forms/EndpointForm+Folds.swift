extension EndpointForm {
  /// Folds as another form of the same endpoint does.
  package mutating func copyFolds(of other: EndpointForm) {
    opened = other.opened
    closed = other.closed
  }
}

extension EndpointForm {
  /// True for an element of a list.
  package func isItem(_ id: FieldID) -> Bool {
    if case .item = id.steps.last { true } else { false }
  }

  /// What the field stands in; the field itself where that is nothing.
  package func parent(of id: FieldID) -> FieldID { FieldID(id.root, Array(id.steps.dropLast())) }
}

extension EndpointForm {
  /// What was chosen of several, in the order it was chosen; empty for any other field.
  package func picked(_ id: FieldID) -> [String] {
    if case .picked(let labels) = answers[id] { labels } else { [] }
  }
}
