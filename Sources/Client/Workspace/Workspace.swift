package import ClientModel
import ClientYAML
import Glibc

/// A folder of files that describe requests and environments.
package struct Workspace: Hashable, Sendable {
  /// The kind of a workspace. The scratch workspace is Weir's folder for requests outside any
  /// project.
  package enum Kind: Hashable, Sendable { case project, scratch }

  /// The absolute path of the folder, without symbolic links.
  package let root: String
  package let kind: Kind
  package let settings: WorkspaceSettings

  init(root: String, kind: Kind = .project, settings: WorkspaceSettings) {
    self.root = root
    self.kind = kind
    self.settings = settings
  }

  var folder: WorkspaceFolder { WorkspaceFolder(root: root) }

  /// Returns the workspace of the nearest enclosing folder with a `weir.yaml`. If there is none,
  /// returns the scratch workspace, and creates it if it does not exist.
  package static func nearest(
    to folder: String, scratch: String
  ) throws(WorkspaceProblem) -> Workspace {
    if let project = try project(above: folder) { return project }
    try makeFolders(scratch)
    return try scratchWorkspace(in: scratch)
  }

  /// Returns the workspace of the nearest enclosing folder with a `weir.yaml`. If there is none,
  /// returns the scratch workspace, or nil if it does not exist.
  package static func existing(
    nearest folder: String, scratch: String
  ) throws(WorkspaceProblem) -> Workspace? {
    if let project = try project(above: folder) { return project }
    guard WorkspaceFolder(root: scratch).exists("") else { return nil }
    return try scratchWorkspace(in: scratch)
  }

  private static func scratchWorkspace(in folder: String) throws(WorkspaceProblem) -> Workspace {
    let root = try resolved(folder)
    return Workspace(root: root, kind: .scratch, settings: try settings(in: root))
  }

  private static func project(above folder: String) throws(WorkspaceProblem) -> Workspace? {
    var current = try resolved(folder)
    while true {
      if WorkspaceFolder(root: current).exists("weir.yaml") { return try open(current) }
      guard current != "/", let slash = current.lastIndex(ofByte: "/") else { return nil }
      current = slash == current.startIndex ? "/" : String(current[..<slash])
    }
  }

  /// Returns the workspace in this folder. Enclosing folders are not searched.
  package static func open(_ folder: String) throws(WorkspaceProblem) -> Workspace {
    let root = try resolved(folder)
    return Workspace(root: root, settings: try settings(in: root))
  }

  /// Writes `weir.yaml`, `environments.yaml` and an example request, all with comments. Adds
  /// missing lines to `.gitignore`, but changes no other existing file.
  ///
  /// - Parameter id: The id of the workspace, or nil for a workspace without one.
  /// - Returns: The written paths relative to the folder.
  @discardableResult
  package static func create(
    in folder: String, id: WorkspaceID? = nil
  ) throws(WorkspaceProblem) -> [String] {
    try makeFolders(folder)
    let root = try resolved(folder)
    let (files, template) = (WorkspaceFolder(root: root), WorkspaceTemplate.files(in: root, id: id))
    for (path, _) in template where files.exists(path) { throw WorkspaceFolder.taken(path) }
    let ignore = ".gitignore"
    let ignored = WorkspaceTemplate.ignoring(over: try files.text(ignore)).map { [(ignore, $0)] }
    let written = template + (ignored ?? [])
    for (path, text) in written { try files.write(text, to: path) }
    return written.map(\.path)
  }

  /// Adds an id to the `weir.yaml` of a workspace that has none, without changing any other byte.
  package func adding(_ id: WorkspaceID) throws(WorkspaceProblem) -> Workspace {
    try changeGateways { (file) throws(YAMLProblem) in
      try file.set([.key("id")], to: .text(id.text), .after(["name"]))
    }
  }

  package func environments() throws(WorkspaceProblem) -> Environments {
    guard let text = try folder.text(SettingsBlock.environments.file) else {
      return Environments()
    }
    return try Self.environments(of: text)
  }

  static func environments(of text: String) throws(WorkspaceProblem) -> Environments {
    do {
      return try Environments(
        try YAMLDocument.parse(text, file: SettingsBlock.environments.file))
    } catch { throw WorkspaceProblem(error) }
  }

  private static func settings(in root: String) throws(WorkspaceProblem) -> WorkspaceSettings {
    guard let text = try WorkspaceFolder(root: root).text("weir.yaml") else {
      return WorkspaceSettings()
    }
    return try settings(of: text, in: root)
  }

  static func settings(of text: String, in root: String) throws(WorkspaceProblem)
    -> WorkspaceSettings
  {
    do {
      let fields = try YAMLDocument.parse(text, file: "weir.yaml")
        .fields(
          known: ["name", "id", "environment", "on_finish", "secrets", "store"] + GatewaysFile.keys)
      let names = try fields["secrets"].map(CredentialNames.init) ?? .standard
      var settings = WorkspaceSettings(
        name: try fields["name"]?.text(), defaultEnvironment: try fields["environment"]?.text(),
        gateways: try GatewaysFile(root: root, names: names).gateways(fields))
      if let node = fields["id"] { settings.id = try WorkspaceID(node) }
      if let node = fields["on_finish"] { settings.onFinish = try FinishCommand(node) }
      if let node = fields["store"] { settings.store = try StoreSetting(node) }
      return settings
    } catch { throw WorkspaceProblem(error) }
  }

  private static func resolved(_ folder: String) throws(WorkspaceProblem) -> String {
    guard let path = realpath(folder, nil) else {
      throw WorkspaceFolder(root: folder).failure("The folder \(folder) cannot be opened.")
    }
    defer { free(path) }
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      throw WorkspaceFolder(root: folder).failure("The folder \(folder) cannot be opened.")
    }
    guard facts.st_mode & S_IFMT == S_IFDIR else {
      throw WorkspaceProblem(
        .file, what: "\(folder) is not a folder.", why: "A workspace is a folder with files.",
        whatToDo: "Choose the folder that contains weir.yaml.")
    }
    return String(cString: path)
  }

  private static func makeFolders(_ path: String) throws(WorkspaceProblem) {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    var current = path.begins(with: "/") ? "" : "."
    for segment in path.words(at: "/") {
      current += "/" + segment
      guard mkdir(current, 0o755) == 0 || errno == EEXIST else {
        throw WorkspaceFolder(root: current).failure("The folder \(current) was not created.")
      }
    }
  }
}

/// The settings in `weir.yaml`.
package struct WorkspaceSettings: Hashable, Sendable {
  package var name: String?
  /// The id, or nil if the file has none.
  package var id: WorkspaceID?
  package var defaultEnvironment: String?
  package var gateways: Gateways
  /// The program that is run when a long job ends. It is run only in a trusted workspace.
  package var onFinish: FinishCommand?
  /// The server of the store. It is used only in a trusted workspace.
  package var store: StoreSetting?

  package init(
    name: String? = nil, defaultEnvironment: String? = nil, gateways: Gateways = Gateways()
  ) {
    self.name = name
    self.defaultEnvironment = defaultEnvironment
    self.gateways = gateways
  }
}
