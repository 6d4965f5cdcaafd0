/// An accepted job that clients poll: a list of actions, each with its own script.
struct HavenJob: Hashable, Sendable {
  /// The state of an action at one poll.
  enum Step: Hashable, Sendable {
    case queued, running, finished
    case failed([MockJSON])
    /// A word that no client knows.
    case other(String)
    /// The complete job, not only one action, fails with an error instead of a response.
    case expired, lost, tooMany
  }

  struct Action: Hashable, Sendable {
    let app: String
    let version: String
    /// The result when the action is finished.
    let result: Result<MockJSON, HavenTrouble>
    /// The steps that polls return. The last step is repeated.
    var script: [Step]

    /// Returns the step of this poll.
    mutating func next() -> Step {
      script.count > 1 ? script.removeFirst() : script.first ?? .finished
    }
  }

  let id: String
  private var actions: [Action]

  init(id: String, actions: [Action]) {
    self.id = id
    self.actions = actions
  }

  /// Returns the response to one poll, and moves the scripts forward by one step.
  mutating func poll() throws(HavenTrouble) -> MockJSON {
    var steps: [Step] = []
    for index in actions.indices { steps.append(actions[index].next()) }
    if steps.contains(.expired) { throw HavenTrouble(5005, "Job has expired") }
    if steps.contains(.lost) {
      throw HavenTrouble(3001, "Invalid job id", detail: .text(id))
    }
    if steps.contains(.tooMany) { throw HavenTrouble(4030, "Too many requests") }
    var shown: [(word: String, json: MockJSON)] = []
    for (action, step) in zip(actions, steps) { shown.append(Self.show(action, at: step)) }
    return [
      "jobID": .text(id), "status": .text(Self.status(of: shown.map(\.word))),
      "actions": .list(shown.map(\.json)),
    ]
  }

  /// Whether a poll would still return a state that is not final.
  var isUnderWay: Bool {
    actions.contains { action in
      switch action.script.first {
      case .queued, .running, .other, .tooMany: true
      case .finished, .failed, .expired, .lost, nil: false
      }
    }
  }

  private static func show(_ action: Action, at step: Step) -> (word: String, json: MockJSON) {
    var word: String
    var last: (String, MockJSON)?
    switch step {
    case .queued: word = "queued"
    case .running: word = "in progress"
    case .other(let text): word = text
    case .failed(let errors): (word, last) = ("failed", ("errors", .list(errors)))
    case .finished, .expired, .lost, .tooMany:
      switch action.result {
      case .success(let result): (word, last) = ("finished", ("result", result))
      case .failure(let trouble): (word, last) = ("failed", ("errors", [trouble.json]))
      }
    }
    var members: [(String, MockJSON)] = [
      ("action", .text(action.app)), ("version", .text(action.version)), ("status", .text(word)),
    ]
    if let last { members.append(last) }
    return (word, .object(members.map { .init(name: $0.0, value: $0.1) }))
  }

  /// Returns the status of a job: the word that all its actions share, or a summary if they differ.
  private static func status(of words: [String]) -> String {
    if let first = words.first, words.allSatisfy({ $0 == first }) { return first }
    return words.allSatisfy { $0 == "finished" || $0 == "failed" } ? "finished" : "in progress"
  }
}

/// A script for the next job, set through the control plane.
struct HavenScript: Hashable, Sendable {
  static let standard: [HavenJob.Step] = [.queued, .running, .finished]

  /// The app, or nil for any app.
  let app: String?
  let steps: [HavenJob.Step]

  /// Reads `{"states": ["queued", "in progress", "finished"], "app": ..., "errors": [{...}]}`.
  init(_ value: MockJSON) throws(StandInMisuse) {
    app = value["app"]?.string
    guard let states = value["states"]?.items, !states.isEmpty else {
      throw StandInMisuse("A script needs `states`: a list of words, one for each poll.")
    }
    let errors = value["errors"]?.items ?? [HavenTrouble(5004, "Could not process the job").json]
    var steps: [HavenJob.Step] = []
    for state in states {
      guard let word = state.string else { throw StandInMisuse("A state is a word.") }
      switch word {
      case "queued": steps.append(.queued)
      case "in progress": steps.append(.running)
      case "finished": steps.append(.finished)
      case "failed": steps.append(.failed(errors))
      case "expired": steps.append(.expired)
      case "lost": steps.append(.lost)
      case "429": steps.append(.tooMany)
      default: steps.append(.other(word))
      }
    }
    self.steps = steps
  }
}
