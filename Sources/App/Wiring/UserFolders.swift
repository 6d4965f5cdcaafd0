import ClientModel
import ClientWorkspace

/// The folders of Weir's files, according to the XDG base directory rules.
struct UserFolders: Sendable {
  let state: String
  let config: String
  let data: String
  let cache: String
  let home: String

  /// Finds the folders. Relative or empty XDG paths are ignored, as the specification requires.
  ///
  /// - Parameter variable: Returns the value of an environment variable. Returns nil if it is not
  ///   set.
  init(_ variable: (String) -> String? = SystemVariables.value) {
    let home = variable("HOME").flatMap { $0.isEmpty ? nil : $0 } ?? "/"
    func place(_ name: String, _ fallback: String) -> String {
      let base = variable(name).flatMap { $0.begins(with: "/") ? $0 : nil } ?? "\(home)/\(fallback)"
      return "\(base)/weir"
    }
    state = place("XDG_STATE_HOME", ".local/state")
    config = place("XDG_CONFIG_HOME", ".config")
    data = place("XDG_DATA_HOME", ".local/share")
    cache = place("XDG_CACHE_HOME", ".cache")
    self.home = home
  }

  var scratch: String { "\(data)/scratch" }
  /// The folder of this machine for a store on a server: its key, which all machines share, and
  /// bodies that are being received.
  var server: String { "\(state)/server" }
  var trust: String { "\(state)/trust" }
  var registry: WorkspaceRegistry { WorkspaceRegistry(in: state) }

  /// Compares a workspace with the state that the user accepted.
  func examine(_ workspace: Workspace) throws(WorkspaceProblem) -> WorkspaceTrust {
    try WorkspaceTrust.examine(workspace, accepted: trust, edits: ownEdits)
  }

  /// Changes the files of a workspace. A trusted workspace stays trusted. Returns the trust state
  /// after the change.
  func preservingTrust(
    of workspace: Workspace, _ change: () throws(WorkspaceProblem) -> Void
  ) throws(WorkspaceProblem) -> WorkspaceTrust {
    try WorkspaceTrust.preserving(workspace, accepted: trust, edits: ownEdits, change)
  }

  /// Returns the workspace that defines the gateways and saved requests of an identity.
  ///
  /// - Parameters:
  ///   - identity: The identity of a workspace. It is empty for the scratch workspace.
  ///   - hasItem: Whether a workspace has the required gateway or saved request.
  func workspace(
    of identity: String, where hasItem: (Workspace) -> Bool
  ) throws(WorkspaceProblem) -> Workspace {
    if identity.isEmpty { return try Workspace.open(scratch) }
    return try registry.workspace(
      of: identity, accepted: trust, edits: ownEdits, where: hasItem)
  }

  /// The treatment of edits outside Weir. It is read from `config.yaml` each time, so that
  /// switching it off takes effect at once. If the file has an error, Weir asks about each edit.
  private var ownEdits: OwnEdits {
    switch Settings.read(in: config, mentioning: Settings.ownEditsKey).settings.ownEdits {
    case .asked: .asked
    case .trusted: .trusted(home: home)
    }
  }
}
