import ClientModel
import ClientYAML

extension Workspace {
  /// Gives a name a value in an environment; every other line of the file stays.
  package func setValue(
    _ text: String, of name: String, inEnvironment environment: String
  ) throws(WorkspaceProblem) {
    guard name != Environments.productionKey else {
      throw WorkspaceProblem(
        .name, what: "\(name) was not set.", why: "The key marks a production environment.",
        whatToDo: "Store the value under another name.")
    }
    let before = try environments()
    let expected = try before.layered(environment).overlaid(with: [name: SensitiveText(text)])
    _ = try change(.environments) { (file) throws(YAMLProblem) in
      try file.set(name, to: text, of: environment)
    } reading: { (text) throws(WorkspaceProblem) in
      try Self.environments(of: text)
    } when: { (after) throws(WorkspaceProblem) in
      guard after.names == before.names, after.shared == before.shared,
        try after.layered(environment) == expected
      else { return false }
      for other in before.names where other != environment {
        guard try after.layered(other) == before.layered(other) else { return false }
      }
      return true
    }
  }
}
