package import ClientYAML

/// A program that is run when a long job ends: `on_finish` in `weir.yaml` or the settings.
///
///     on_finish: [notify-send, Weir]
///     on_finish: {command: [./notify], after: 60}
package struct FinishCommand: Hashable, Sendable {
  /// The program and its arguments. They are not passed to a shell.
  package var arguments: [String]
  /// The minimum duration of a job. The program is not run for shorter jobs.
  package var after: Duration

  /// The default of `after`.
  package static let long = Duration.seconds(10)

  package init(_ arguments: [String], after: Duration = Self.long) {
    self.arguments = arguments
    self.after = after
  }

  package init(_ node: YAMLNode) throws(YAMLProblem) {
    guard case .mapping = node.kind else {
      self.init(try Self.words(node))
      return
    }
    let fields = try node.fields(known: ["command", "after"])
    self.init(try Self.words(try fields.required("command")))
    if let seconds = try fields["after"]?.number() {
      after = .milliseconds(Int64(max(0, min(seconds, 1e9)) * 1000))
    }
  }

  private static func words(_ node: YAMLNode) throws(YAMLProblem) -> [String] {
    var words: [String] = []
    for item in try node.list() { words.append(try item.text()) }
    guard let program = words.first, !program.isEmpty else {
      throw YAMLProblem(
        node.place, why: "A program is written as a list of its name and its arguments.",
        whatToDo: "Write it as on_finish: [notify-send, Weir].")
    }
    return words
  }
}
