import ClientModel
import ClientYAML

/// Changes to the gateways of `weir.yaml`. Each call replaces the file atomically, and returns the changed
/// workspace.
extension Workspace {
  /// The file's text; empty when there is none.
  package func settingsText() throws(WorkspaceProblem) -> String { try text(of: .gateways) }

  /// The line of a gateway in the file, from 1; 1 when it is not there.
  package func line(ofGateway name: String) throws(WorkspaceProblem) -> Int {
    try line(of: name, in: .gateways)
  }

  /// Writes the file as a person edited it; a text that cannot be read is refused with its place.
  package func replaceSettings(_ text: String) throws(WorkspaceProblem) -> Workspace {
    let settings = try Self.settings(of: text, in: root)
    try folder.write(text, to: SettingsText.Block.gateways.file)
    return Workspace(root: root, kind: kind, settings: settings)
  }

  package func addGateway(_ name: String, url: String) throws(WorkspaceProblem) -> Workspace {
    guard settings.gateways[name] == nil else {
      throw WorkspaceProblem(
        .exists, what: "The gateway \(name) was not added.",
        why: "There is one of that name already.", whatToDo: "Choose another name.")
    }
    var expected = settings.gateways
    expected.all.append(Gateway(name: name, url: url))
    return try change(to: expected) { (text) throws(YAMLProblem) in try text.add(name, url: url) }
  }

  package func deleteGateway(_ name: String) throws(WorkspaceProblem) -> Workspace {
    if let other = settings.gateways.all.first(where: { $0.bases.contains(name) }) {
      throw WorkspaceProblem(
        .exists, what: "The gateway \(name) was not deleted.",
        why: "The gateway \(other.name) extends it.",
        whatToDo: "Change `extends` of \(other.name) in weir.yaml first.")
    }
    var expected = settings.gateways
    expected.all.removeAll { $0.name == name }
    if expected.standard == name { expected.standard = nil }
    return try change(to: expected) { (text) throws(YAMLProblem) in try text.remove(name) }
  }

  package func makeDefaultGateway(_ name: String) throws(WorkspaceProblem) -> Workspace {
    var expected = settings.gateways
    expected.standard = name
    return try change(to: expected) { (text) throws(YAMLProblem) in text.makeDefault(name) }
  }

  private func change(
    to expected: Gateways, _ edit: (inout SettingsText) throws(YAMLProblem) -> Void
  ) throws(WorkspaceProblem) -> Workspace {
    try change(edit) { $0.gateways == expected }
  }

  /// Changes the gateways, and neither the name of the workspace nor anything that `isIntended` refuses.
  func change(
    _ edit: (inout SettingsText) throws(YAMLProblem) -> Void,
    when isIntended: (WorkspaceSettings) -> Bool
  ) throws(WorkspaceProblem) -> Workspace {
    let changed = try change(.gateways, edit) { (text) throws(WorkspaceProblem) in
      try Self.settings(of: text, in: root)
    } when: { (changed) throws(WorkspaceProblem) in
      changed.name == settings.name && isIntended(changed)
    }
    return Workspace(root: root, kind: kind, settings: changed)
  }
}
