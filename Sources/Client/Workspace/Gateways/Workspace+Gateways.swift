import ClientModel
import ClientYAML

/// Changing the gateways of `weir.yaml`. Each call replaces the file in one step, and returns
/// the changed workspace.
extension Workspace {
  static let settingsFile = "weir.yaml"

  /// The file's text; empty when there is none.
  package func settingsText() throws(WorkspaceProblem) -> String {
    try folder.text(Self.settingsFile) ?? ""
  }

  /// The line of a gateway in the file, from 1; 1 when it is not there.
  package func line(ofGateway name: String) throws(WorkspaceProblem) -> Int {
    let text = try settingsText()
    return try reading { () throws(YAMLProblem) in try SettingsText(text).line(of: name) ?? 1 }
  }

  /// Writes the file as a person edited it; a text that cannot be read is refused with its place.
  package func replaceSettings(_ text: String) throws(WorkspaceProblem) -> Workspace {
    let settings = try Self.settings(of: text, in: root)
    try folder.write(text, to: Self.settingsFile)
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
    let before = try settingsText()
    let after = try reading { () throws(YAMLProblem) in
      var text = try SettingsText(before)
      try edit(&text)
      return text.text
    }
    let changed = try Self.settings(of: after, in: root)
    guard changed.gateways == expected, changed.name == settings.name else {
      throw WorkspaceProblem(
        .yaml, what: "weir.yaml was not changed.",
        why: "It is written in a way that cannot be changed line by line.",
        whatToDo: "Edit it by hand: one key a line, indented by spaces.")
    }
    try folder.write(after, to: Self.settingsFile)
    return Workspace(root: root, kind: kind, settings: changed)
  }

  private func reading<Value>(
    _ work: () throws(YAMLProblem) -> Value
  ) throws(WorkspaceProblem) -> Value {
    do throws(YAMLProblem) { return try work() } catch { throw WorkspaceProblem(error) }
  }
}
