/// The state of a client between its start and its end.
struct Lifetime {
  /// The manner in which the client quits, or nil while it works.
  var quitting: QuitManner?
  /// The tasks that run until the end.
  private var tasks: [Task<Void, Never>] = []

  var hasBegun: Bool { !tasks.isEmpty }
  var isQuitting: Bool { quitting != nil }

  mutating func add(_ task: Task<Void, Never>) { tasks.append(task) }

  mutating func cancelTasks() { for task in tasks { task.cancel() } }
}
