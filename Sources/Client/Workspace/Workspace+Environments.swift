import ClientModel
import ClientYAML

/// Changes to `environments.yaml`. Each call replaces the file atomically.
extension Workspace {
  /// The file's text; empty when there is none.
  package func environmentsText() throws(WorkspaceProblem) -> String { try text(of: .environments) }

  /// The line of an environment in the file, from 1; 1 when it is not there.
  package func line(ofEnvironment name: String) throws(WorkspaceProblem) -> Int {
    try line(of: name, in: .environments)
  }

  /// Writes the file as a person edited it; a text that cannot be read is refused with its place.
  package func replaceEnvironments(_ text: String) throws(WorkspaceProblem) {
    _ = try Self.environments(of: text)
    try folder.write(text, to: SettingsText.Block.environments.file)
  }

  /// Adds an environment after the others.
  ///
  /// - Parameter other: The environment whose values it gets; nil for none.
  package func addEnvironment(
    _ name: String, copying other: String?
  ) throws(WorkspaceProblem) {
    let before = try environments()
    guard Self.isEnvironmentName(name) else {
      throw WorkspaceProblem(
        .name, what: "\(name) cannot be the name of an environment.",
        why: "A name has letters, digits, `.`, `-` and `_`.", whatToDo: "Use a name such as dev.")
    }
    guard !before.names.contains(name) else {
      throw WorkspaceProblem(
        .exists, what: "The environment \(name) was not added.",
        why: "There is one of that name already.", whatToDo: "Choose another name.")
    }
    let values = try other.map { (other) throws(WorkspaceProblem) in try before.layered(other) }
    try change { (text) throws(YAMLProblem) in
      try text.add(name, copying: other)
    } when: { after throws(WorkspaceProblem) in
      guard after.names == before.names + [name] else { return false }
      return try after.layered(name).values == (values?.values ?? before.shared)
    }
  }

  package func deleteEnvironment(_ name: String) throws(WorkspaceProblem) {
    let before = try environments()
    try change { (text) throws(YAMLProblem) in
      try text.remove(name)
    } when: { after throws(WorkspaceProblem) in
      after.names == before.names.filter { $0 != name } && after.shared == before.shared
    }
  }

  private func change(
    _ edit: (inout SettingsText) throws(YAMLProblem) -> Void,
    when isIntended: (Environments) throws(WorkspaceProblem) -> Bool
  ) throws(WorkspaceProblem) {
    _ = try change(
      .environments, edit,
      reading: { (text) throws(WorkspaceProblem) in try Self.environments(of: text) },
      when: isIntended)
  }

  private static func isEnvironmentName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
          || ".-_".utf8.contains(byte)
      }
  }
}
