import ArgumentParser
import ClientModel
import ClientWorkspace
import FoundationEssentials

/// The options for the workspace, the environment, the values for templates, the store, and the
/// output.
struct WorkspaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The workspace's folder; by default the nearest one with weir.yaml.", valueName: "dir"),
    completion: .directory)
  var workspace: String?

  @Option(
    name: .customLong("env"),
    help: ArgumentHelp("The environment that fills {{name}}.", valueName: "name"),
    completion: .environments)
  var environment: String?

  @Option(
    name: .customLong("var"),
    help: ArgumentHelp("A value for one {{name}}; may be repeated.", valueName: "k=v"),
    completion: .variables)
  var values: [String] = []

  @Option(
    help: ArgumentHelp(
      "The PostgreSQL server of the store: env:NAME or an address.", valueName: "server"))
  var store: String?

  @OptionGroup var output: OutputOptions

  func choice() throws(UsageProblem) -> WorkspaceChoice {
    WorkspaceChoice(
      folder: workspace, environment: environment, overlays: try overlays(), store: try server())
  }

  /// Returns the value of `--store`. It is not part of a message, because it may be a password.
  private func server() throws(UsageProblem) -> StoreSetting? {
    guard let store else { return nil }
    guard let setting = StoreSetting(store) else {
      throw UsageProblem(
        what: "The value of --store is not valid.", why: StoreSetting.rule,
        whatToDo:
          "Write `--store env:NAME`, with postgresql://user@host/database in the variable.")
    }
    return setting
  }

  /// Returns the values of `--var`. Each is a literal or a reference such as `env:TOKEN`.
  private func overlays() throws(UsageProblem) -> [String: SensitiveText] {
    var result: [String: SensitiveText] = [:]
    for value in values {
      guard let (name, text) = value.cut(at: "="), !name.isEmpty else {
        throw UsageProblem(
          what: "`\(Console.safe(value))` is not a valid value for --var.",
          why: "It has no `=`, or nothing before the `=`.", whatToDo: "Write `--var name=value`.")
      }
      result[String(name)] =
        SecretReference(text).map { SensitiveText([.reference($0, .none)]) }
        ?? SensitiveText(String(text))
    }
    return result
  }
}

/// The workspace, environment, values and store of `WorkspaceOptions`. They do not depend on the
/// parser.
struct WorkspaceChoice: Sendable, Equatable {
  /// The folder of the workspace. Nil means the nearest workspace.
  var folder: String?
  /// The environment. Nil means the default environment of the workspace.
  var environment: String?
  /// The values that override values of the environment.
  var overlays: [String: SensitiveText] = [:]
  /// The server of `--store`. Nil means the store that the workspace or the settings name.
  var store: StoreSetting?
}

extension WorkspaceChoice {
  /// Opens the workspace in `folder`. If `folder` is nil, opens the nearest workspace.
  func workspace(in folders: UserFolders) throws(Failure) -> Workspace {
    try Reported.workspace { () throws(WorkspaceProblem) in
      if let folder { return try Workspace.open(folder) }
      return try Workspace.nearest(
        to: FileManager.default.currentDirectoryPath, scratch: folders.scratch)
    }
  }

  /// Refuses a missing folder or environment before anything is shown or opened.
  func check(in folders: UserFolders) throws(Failure) {
    guard folder != nil || environment != nil else { return }
    let workspace = try workspace(in: folders)
    if let environment { _ = try ChosenEnvironment(of: workspace, named: environment) }
  }
}
