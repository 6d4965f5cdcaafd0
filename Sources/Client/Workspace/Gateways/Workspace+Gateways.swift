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
    try folder.write(text, to: SettingsBlock.gateways.file)
    return Workspace(root: root, kind: kind, settings: settings)
  }

  package func addGateway(_ name: String, url: String) throws(WorkspaceProblem) -> Workspace {
    guard settings.gateways[name] == nil else {
      throw WorkspaceProblem(
        .exists, what: "The gateway \(name) was not added.",
        why: "There is one of that name already.", whatToDo: "Choose another name.")
    }
    return try changeGateways { (file) throws(YAMLProblem) in
      try file.set(
        SettingsBlock.gateways.path(name), to: .mapping([.init("url", .text(url))]))
    }
  }

  package func deleteGateway(_ name: String) throws(WorkspaceProblem) -> Workspace {
    if let other = settings.gateways.all.first(where: { $0.bases.contains(name) }) {
      throw WorkspaceProblem(
        .exists, what: "The gateway \(name) was not deleted.",
        why: "The gateway \(other.name) extends it.",
        whatToDo: "Change `extends` of \(other.name) in weir.yaml first.")
    }
    return try changeGateways { (file) throws(YAMLProblem) in
      try file.remove(SettingsBlock.gateways.path(name))
      if settings.gateways.standard == name { try file.remove([.key("gateway")]) }
    }
  }

  /// Makes a gateway the one of requests that name none.
  package func makeDefaultGateway(_ name: String) throws(WorkspaceProblem) -> Workspace {
    try changeGateways { (file) throws(YAMLProblem) in
      try file.set([.key("gateway")], to: .text(name), .before(SettingsBlock.gateways.key))
    }
  }

  func changeGateways(
    _ edit: (inout YAMLEdit) throws(YAMLProblem) -> Void
  ) throws(WorkspaceProblem) -> Workspace {
    let changed = try change(
      .gateways,
      reading: { (text) throws(WorkspaceProblem) in try Self.settings(of: text, in: root) }, edit)
    return Workspace(root: root, kind: kind, settings: changed)
  }
}
