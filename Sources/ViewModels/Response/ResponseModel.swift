package import ClientModel

/// The response of one job as the user sees it.
package struct ResponseModel: Sendable {
  package init() {}

  /// The job on show.
  package var job: Job? { nil }
  /// Shows another job; asks for its exchange.
  package mutating func open(_ job: JobID) -> [Effect] { [] }
  package mutating func perform(_ command: ResponseCommand) -> [Effect] { [] }
  package mutating func move(_ command: MoveCommand) -> [Effect] { [] }
  package mutating func receive(_ event: ResponseEvent) -> [Effect] { [] }
  package mutating func point(row: Int) -> [Effect] { [] }
  package mutating func point(tab: Int) -> [Effect] { [] }
  package mutating func scroll(by rows: Int) -> [Effect] { [] }
  package mutating func show(rows: Int) -> [Effect] { [] }
  /// Looks for a text; the prompt asked for it.
  package mutating func find(_ text: String) -> [Effect] { [] }
  package mutating func findNext() -> [Effect] { [] }
  package mutating func findPrevious() -> [Effect] { [] }
  /// Writes the body to a path; the prompt asked for it.
  package mutating func save(to path: String) -> [Effect] { [] }
  /// What was last looked for.
  package var sought: String { "" }
  package func obstacle(to command: ResponseCommand) -> Notice? { nil }
  /// True while the job on show runs.
  package var isRunning: Bool { false }
}
