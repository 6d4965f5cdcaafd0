import ClientModel
import ClientYAML

/// Changes to the gateways in `weir.yaml`. Each call replaces the file atomically and returns the
/// changed workspace.
extension Workspace {
  /// Returns the text of `weir.yaml`, or an empty string if the file does not exist.
  package func settingsText() throws(WorkspaceProblem) -> String { try text(of: .gateways) }

  /// Returns the one-based line number of a gateway in `weir.yaml`. Returns 1 if the gateway does
  /// not exist.
  package func line(ofGateway name: String) throws(WorkspaceProblem) -> Int {
    try line(of: name, in: .gateways)
  }

  /// Replaces the text of `weir.yaml`. Throws an error with its position if the text is invalid.
  package func replaceSettings(_ text: String) throws(WorkspaceProblem) -> Workspace {
    let settings = try Self.settings(of: text, in: root)
    try folder.write(text, to: SettingsBlock.gateways.file)
    return Workspace(root: root, kind: kind, settings: settings)
  }

  package func addGateway(_ name: String, url: String) throws(WorkspaceProblem) -> Workspace {
    guard settings.gateways[name] == nil else {
      throw WorkspaceProblem(
        .exists, what: "The gateway \(name) was not added.",
        why: "A gateway of that name already exists.", whatToDo: "Choose another name.")
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

  /// Makes a gateway the default, which is used for requests that name no gateway.
  package func makeDefaultGateway(_ name: String) throws(WorkspaceProblem) -> Workspace {
    try changeGateways { (file) throws(YAMLProblem) in
      try file.set([.key("gateway")], to: .text(name), .before(SettingsBlock.gateways.key))
    }
  }

  /// Sets the URL of a named server. A server with the name of a catalog is used for all endpoints
  /// of the catalog.
  package func setServer(_ name: String, url: String) throws(WorkspaceProblem) -> Workspace {
    try changeGateways { (file) throws(YAMLProblem) in
      try file.set([.key("servers"), .key(name)], to: .text(url))
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
