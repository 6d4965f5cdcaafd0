/// From the start of a client to its end.
struct Lifetime {
  /// How the client quits; nil while it works.
  var quitting: QuitManner?
  /// What goes on until the end.
  private var tasks: [Task<Void, Never>] = []

  var hasBegun: Bool { !tasks.isEmpty }
  var isQuitting: Bool { quitting != nil }

  mutating func add(_ task: Task<Void, Never>) { tasks.append(task) }

  mutating func cancelTasks() { for task in tasks { task.cancel() } }
}
