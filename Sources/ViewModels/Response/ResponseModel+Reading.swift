/// Reading the body in steps: the model asks for each, so that whatever else it asks waits for one
/// step at most, and another response ends it.
extension ResponseModel {
  /// True while more of the body is being read.
  package var isReading: Bool { facts?.reading != nil && !hasStoppedReading }

  /// What is told of it: `indexing, 42%`; nil when all is read.
  package var readingWords: String? {
    guard let reading = facts?.reading else { return nil }
    let words = "\(reading.work.rawValue), \(reading.percent)%"
    return hasStoppedReading ? "\(words), stopped" : words
  }

  /// Asks for the next step, unless it was asked for.
  mutating func readOn(_ action: DocumentRequest.Action = .readOn) -> [Effect] {
    guard isReading, !isReadingOn, source != nil else { return [] }
    isReadingOn = true
    let pane = panes[view] ?? DocumentPane(view)
    return [
      .response(
        .document(
          DocumentRequest(
            generation: generation, view: view, action: action, row: pane.list.selected,
            window: pane.wanted)))
    ]
  }

  /// Stops reading; what is known stays.
  package mutating func stopReading() -> [Effect] {
    guard isReading, let reading = facts?.reading else { return [] }
    hasStoppedReading = true
    return [
      .notify(
        Notice(
          .info, "The \(reading.work.rawValue) was stopped at \(reading.percent)%.",
          why: reading.work == .indexing ? "Rows behind that do not show." : "",
          whatToDo: "Show the response again to go on."))
    ]
  }
}
