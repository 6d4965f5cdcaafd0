import ClientModel
import ClientYAML

/// Changes to `environments.yaml`. Each call replaces the file atomically.
extension Workspace {
  /// Returns the text of `environments.yaml`, or an empty string if the file does not exist.
  package func environmentsText() throws(WorkspaceProblem) -> String { try text(of: .environments) }

  /// Returns the one-based line number of an environment in `environments.yaml`. Returns 1 if the
  /// environment does not exist.
  package func line(ofEnvironment name: String) throws(WorkspaceProblem) -> Int {
    try line(of: name, in: .environments)
  }

  /// Replaces the text of `environments.yaml`. Throws an error with its position if the text is
  /// invalid.
  package func replaceEnvironments(_ text: String) throws(WorkspaceProblem) {
    _ = try Self.environments(of: text)
    try folder.write(text, to: SettingsBlock.environments.file)
  }

  /// Returns the text of `environments.yaml` with another environment after the existing ones. The
  /// new environment has only comments with example values. Writes nothing.
  ///
  /// - Returns: The text, and the one-based number of the environment's line.
  package func environmentsText(
    adding name: String
  ) throws(WorkspaceProblem) -> (text: String, line: Int) {
    _ = try checkNew(name)
    let text = try edited(.environments) { (text) throws(YAMLProblem) in
      // An empty mapping would be written as `{}` after the name, and values could not be typed
      // below that.
      try text.set(SettingsBlock.environments.path(name), to: .plain(""))
      text = try Self.commented(text, name)
    }
    return (text, try Self.line(of: name, in: .environments, text: text))
  }

  /// Adds an environment with the values of another one after the existing ones.
  package func addEnvironment(
    _ name: String, copying other: String
  ) throws(WorkspaceProblem) {
    _ = try checkNew(name).layered(other)
    try changeEnvironments { (text) throws(YAMLProblem) in
      try text.copy(SettingsBlock.environments.path(other), as: name)
    }
  }

  /// Checks the name of a new environment. Returns the existing environments.
  private func checkNew(_ name: String) throws(WorkspaceProblem) -> Environments {
    let before = try environments()
    guard Self.isEnvironmentName(name) else {
      throw WorkspaceProblem(
        .name, what: "\(name) cannot be the name of an environment.",
        why: "A name has only letters, digits, `.`, `-` and `_`.",
        whatToDo: "Use a name such as dev.")
    }
    guard !before.names.contains(name) else {
      throw WorkspaceProblem(
        .exists, what: "The environment \(name) was not added.",
        why: "An environment of that name already exists.", whatToDo: "Choose another name.")
    }
    return before
  }

  /// Adds comments with example values below the line of an environment without values. The text
  /// stays valid when the user removes a comment mark.
  private static func commented(_ edit: YAMLEdit, _ name: String) throws(YAMLProblem) -> YAMLEdit {
    let file = SettingsBlock.environments.file
    var lines = edit.text.pieces(at: "\n").map(String.init)
    guard let number = edit.line(of: SettingsBlock.environments.path(name)),
      lines.indices.contains(number - 1),
      lines[number - 1].trimmed(of: " \r").ends(with: ":")
    else { return edit }
    let indent = lines[number - 1].prefix(whileByte: { $0 == 0x20 }) + "  "
    let comments = ["base: https://\(name).example", "token: env:TOKEN"].map { "\(indent)# \($0)" }
    let hint =
      "\(indent)# One value per line, without the #. Secrets can be in .env.\(name) instead."
    lines.insert(contentsOf: [hint] + comments, at: number)
    return try YAMLEdit(lines.joined(separator: "\n"), file: file)
  }

  package func deleteEnvironment(_ name: String) throws(WorkspaceProblem) {
    try changeEnvironments { (text) throws(YAMLProblem) in
      try text.remove(SettingsBlock.environments.path(name))
    }
  }

  /// Sets a value of an environment, or a shared value if the environment is nil.
  package func setValue(
    _ text: String, of name: String, inEnvironment environment: String?
  ) throws(WorkspaceProblem) {
    guard environment == nil || name != Environments.productionKey else {
      throw WorkspaceProblem(
        .name, what: "\(name) was not set.", why: "This key marks a production environment.",
        whatToDo: "Store the value under another name.")
    }
    _ = try environments().layered(environment)
    try changeEnvironments { (file) throws(YAMLProblem) in
      let path =
        environment.map { SettingsBlock.environments.path($0, name) }
        ?? [.key("shared"), .key(name)]
      try file.set(path, to: .text(text))
    }
  }

  private func changeEnvironments(
    _ edit: (inout YAMLEdit) throws(YAMLProblem) -> Void
  ) throws(WorkspaceProblem) {
    _ = try change(
      .environments,
      reading: { (text) throws(WorkspaceProblem) in try Self.environments(of: text) }, edit)
  }

  static func isEnvironmentName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
          || ".-_".utf8.contains(byte)
      }
  }
}
