import ClientModel

/// What `AppModel` asks of the queue: one call for each way in.
extension QueueModel {
  package mutating func perform(_ command: QueueCommand) -> [Effect] { [] }
  /// A step by the moving keys.
  package mutating func move(_ command: MoveCommand) -> [Effect] { [] }
  package mutating func receive(_ event: QueueEvent) -> [Effect] { [] }
  /// A click on a row, counted over all jobs.
  package mutating func point(row: Int) -> [Effect] { [] }
  /// A turn of the wheel.
  package mutating func scroll(by rows: Int) -> [Effect] { [] }
  /// The panel shows this many rows from now on.
  package mutating func show(rows: Int) -> [Effect] { [] }
  /// Why a command can do nothing now, as a notice; nil when it can.
  package func obstacle(to command: QueueCommand) -> Notice? { nil }
  /// Jobs on the wire: what quitting asks about and the spinner turns for.
  package var running: Int { count(of: .running) }
}
