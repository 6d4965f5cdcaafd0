import ClientCatalogs
package import ClientModel
import ClientYAML
import Glibc

/// The result of comparing a workspace's files with the state that the user accepted. Weir asks
/// again after the files were edited outside Weir.
package struct WorkspaceTrust: Hashable, Sendable {
  package enum State: Hashable, Sendable { case trusted, untrusted }

  package private(set) var state: State
  /// The digest of all file names and contents, in 64 hexadecimal digits.
  package let digest: String
  /// The hash of each file by path in the workspace.
  let files: [String: [UInt8]]
  /// The sorted paths of files that are too large to be read completely. Only their start, length
  /// and modification time are compared.
  package private(set) var comparedInPart: [String] = []
  /// The programs that changed since the workspace was last accepted.
  private(set) var changedPrograms: Set<String> = []
  /// A sentence about a file that another user owns or can write, or nil if there is no such file.
  private var foreignFile: String?

  /// The state of a workspace that was never accepted.
  package static let untrusted = WorkspaceTrust(state: .untrusted, digest: "", files: [:])

  private init(state: State, digest: String, files: [String: [UInt8]]) {
    self.state = state
    self.digest = digest
    self.files = files
  }

  /// Compares the files of a workspace with its accepted digest.
  ///
  /// The scratch workspace is always trusted, because only Weir writes it.
  ///
  /// - Parameters:
  ///   - accepted: The path of the `trust` file. A line is a digest, a space and a folder.
  ///   - edits: The treatment of edits since the last acceptance.
  package static func examine(
    _ workspace: Workspace, accepted: String, edits: OwnEdits = .asked
  ) throws(WorkspaceProblem) -> WorkspaceTrust {
    let digests = try digests(of: workspace)
    let files = digests.mapValues(\.hash)
    let digest = try self.digest(of: files)
    let lines = try lines(accepted)
    let isKnown = lines.contains("\(digest) \(workspace.root)")
    let isOwn = workspace.kind == .scratch
    var trust = WorkspaceTrust(
      state: isKnown || isOwn ? .trusted : .untrusted, digest: digest, files: files)
    trust.comparedInPart = digests.filter { $0.value.extent == .start }.keys.sorted()
    trust.foreignFile =
      digests.sorted { $0.key < $1.key }.lazy
      .compactMap { path, digest in digest.ownership.foreign.map { "\(path) \($0)." } }.first
    if trust.state == .untrusted,
      try trust.isOwnEdit(of: workspace, accepted: accepted, edits: edits)
    {
      trust.state = .trusted
    }
    guard trust.state == .untrusted, let state = realFolder(of: accepted),
      let record = TrustRecord.read(workspace.root, in: state),
      lines.contains("\(record.digest) \(workspace.root)")
    else { return trust }
    trust.changedPrograms = record.changes(in: files)
    return trust
  }

  /// The problem of an untrusted workspace with files that another user can change, or nil for any
  /// other workspace. A workspace with this problem is not used.
  package var foreignProblem: DraftProblem? {
    guard state == .untrusted, let foreignFile else { return nil }
    return DraftProblem(
      .option("workspace"), what: "The workspace is not used.", why: foreignFile,
      whatToDo: "Look at its files, then run `weir trust` there; or work in another folder.")
  }

  /// Accepts the examined state of the workspace, and registers the folder if its `weir.yaml` has
  /// an id. Returns the new trust.
  package func accept(
    _ workspace: Workspace, accepted: String
  ) throws(WorkspaceProblem) -> WorkspaceTrust {
    let trust = try replaceAcceptance(of: workspace, accepted)
    if let id = try examinedID(of: workspace), let slash = accepted.lastIndex(ofByte: "/") {
      try WorkspaceRegistry(in: String(accepted[..<slash])).register(workspace.root, as: id)
    }
    return trust
  }

  /// Returns the id in the examined `weir.yaml`, or nil if the file has no id or has changed since.
  /// The id in `workspace.settings` may be older.
  private func examinedID(of workspace: Workspace) throws(WorkspaceProblem) -> WorkspaceID? {
    guard let hash = files["weir.yaml"], let bytes = try workspace.folder.bytes("weir.yaml"),
      try FileDigest.sha256(bytes) == hash, let text = FileEncoding(of: bytes).text(bytes)
    else { return nil }
    return try Workspace.settings(of: text, in: workspace.root).id
  }

  /// Accepts the examined state of the workspace. Replaces the earlier acceptance. Returns the new
  /// trust.
  private func replaceAcceptance(
    of workspace: Workspace, _ accepted: String
  ) throws(WorkspaceProblem) -> WorkspaceTrust {
    let others = try Self.lines(accepted).filter { Self.root(in: $0) != workspace.root }
    guard !workspace.root.contains(byte: "\n"), let slash = accepted.lastIndex(ofByte: "/") else {
      throw WorkspaceProblem(
        .untrusted, what: "The workspace was not accepted.",
        why: "Its path contains a line break.", whatToDo: "Move it to another folder.")
    }
    let text = (others + ["\(digest) \(workspace.root)"]).joined(separator: "\n") + "\n"
    let name = String(accepted.rest(after: slash))
    let state = String(accepted[..<slash])
    try TrustRecord(digest, of: workspace.programs, among: files).write(
      for: workspace.root, in: state)
    try AcceptedFiles(digest, of: files, in: workspace.folder).write(
      for: workspace.root, in: state)
    try WorkspaceFolder(root: state, readers: .owner).write(text, to: name)
    try AcceptedFiles.removeOthers(
      than: [workspace.root] + others.map(Self.root(in:)).filter(Self.isThere), in: state)
    var trust = WorkspaceTrust(state: .trusted, digest: digest, files: files)
    trust.comparedInPart = comparedInPart
    return trust
  }

  /// Runs a change that Weir makes to the files. A workspace that was trusted before the change
  /// stays trusted.
  package static func preserving(
    _ workspace: Workspace, accepted: String, edits: OwnEdits = .asked,
    _ change: () throws(WorkspaceProblem) -> Void
  ) throws(WorkspaceProblem) -> WorkspaceTrust {
    let before = try examine(workspace, accepted: accepted, edits: edits)
    try change()
    let after = try examine(workspace, accepted: accepted, edits: edits)
    guard before.state == .trusted, after.state == .untrusted else { return after }
    return try after.replaceAcceptance(of: workspace, accepted)
  }

  /// Returns the last accepted digest of a workspace, or nil if it was never accepted.
  static func acceptedDigest(
    of workspace: Workspace, _ accepted: String
  ) throws(WorkspaceProblem) -> String? {
    try lines(accepted).last { root(in: $0) == workspace.root }.map { String($0.prefix(64)) }
  }

  /// Returns the files of the last acceptance. Returns nil if their copies are missing.
  static func acceptedFiles(
    of workspace: Workspace, _ accepted: String
  ) throws(WorkspaceProblem) -> AcceptedFiles? {
    guard let digest = try acceptedDigest(of: workspace, accepted),
      let state = realFolder(of: accepted),
      let stored = AcceptedFiles.read(workspace.root, in: state), stored.digest == digest
    else { return nil }
    return stored
  }

  /// Returns the folder in a line, which follows 64 digits and a space.
  private static func root(in line: String) -> String { String(line.dropping(bytes: 65)) }

  private static func isThere(_ root: String) -> Bool {
    WorkspaceFolder(root: root).exists("weir.yaml")
  }

  private static func lines(_ path: String) throws(WorkspaceProblem) -> [String] {
    guard let slash = path.lastIndex(ofByte: "/") else { return [] }
    // The list must not be a symbolic link, but the state folder may be one.
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return [] }
    guard facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid() else {
      throw WorkspaceProblem(
        .untrusted, what: "\(path) cannot be used.", why: "It is not a regular file that you own.",
        whatToDo: "Remove it. Weir then asks again whether to trust each workspace.")
    }
    guard let real = realFolder(of: path) else { return [] }
    let text = try WorkspaceFolder(root: real).text(String(path.rest(after: slash)))
    return (text ?? "").words(at: "\n").map(String.init)
  }

  /// Returns the path of a file's folder without symbolic links, or nil if the folder does not
  /// exist.
  static func realFolder(of path: String) -> String? {
    guard let slash = path.lastIndex(ofByte: "/"),
      let real = realpath(String(path[..<slash]), nil)
    else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns the paths of new and changed files.
  package func changes(since before: WorkspaceTrust) -> Set<String> {
    Set(files.filter { before.files[$0.key] != $0.value }.keys)
  }

  private static func digests(
    of workspace: Workspace
  ) throws(WorkspaceProblem) -> [String: FileDigest] {
    var paths = ["weir.yaml", "environments.yaml"]
    for (folder, endings) in [
      ("requests", [".yaml"]), ("graphs", [".yaml"]), ("catalogs", CatalogFile.endings),
    ] {
      paths += FileListing.files(endings, below: workspace.folder.path(folder)).files.map {
        "\(folder)/\($0)"
      }
    }
    paths += FileListing.dotenv(in: workspace.root)
    paths += workspace.programs
    var digests: [String: FileDigest] = [:]
    for path in paths {
      guard let digest = try workspace.folder.digest(path) else { continue }
      digests[path] = digest
    }
    return digests
  }

  private static func digest(of files: [String: [UInt8]]) throws(WorkspaceProblem) -> String {
    var record: [UInt8] = []
    for (path, hash) in files.sorted(by: { $0.key < $1.key }) {
      // Each name is followed by a hash of fixed length, so contents cannot be mistaken for a name.
      record += Array(path.utf8) + [0] + hash
    }
    return try FileDigest.sha256(record).hexadecimal
  }
}

/// The programs of a workspace when it was accepted. The message about a rejected request names the
/// programs that changed since then. Only the list of accepted digests makes a workspace trusted,
/// not this record.
///
/// The folder `trusted` next to that list has a file for each workspace. The first line is the
/// workspace's digest. Each following line has the hash and the path of a program.
struct TrustRecord: Hashable {
  let digest: String
  /// The hash of each program in hexadecimal digits, by path in the workspace.
  let programs: [String: String]

  init(_ digest: String, of programs: [String], among hashes: [String: [UInt8]]) {
    self.digest = digest
    self.programs = Dictionary(
      programs.compactMap { path in
        guard !path.contains(byte: "\n"), let hash = hashes[path] else { return nil }
        return (path, hash.hexadecimal)
      }, uniquingKeysWith: { first, _ in first })
  }

  private init?(_ text: String) {
    let lines = text.words(at: "\n")
    guard let first = lines.first else { return nil }
    digest = String(first)
    programs = Dictionary(
      lines.dropFirst().compactMap { line in
        guard let space = line.firstIndex(ofByte: " ") else { return nil }
        return (String(line.rest(after: space)), String(line[..<space]))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the record of a workspace, or nil if it is missing or unreadable. Older versions of
  /// Weir did not write it. Without a record, the message about a rejected request names a program
  /// of the gateway instead of the changed files.
  ///
  /// - Parameter state: The path of the folder with the list, without symbolic links.
  static func read(_ root: String, in state: String) -> TrustRecord? {
    do throws(WorkspaceProblem) {
      return try WorkspaceFolder(root: state).text(try path(of: root)).flatMap(TrustRecord.init)
    } catch {
      return nil
    }
  }

  func write(for root: String, in state: String) throws(WorkspaceProblem) {
    let lines = programs.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    try WorkspaceFolder(root: state, readers: .owner).write(
      ([digest] + lines).joined(separator: "\n") + "\n", to: try Self.path(of: root))
  }

  /// Returns the programs that changed or were deleted.
  func changes(in hashes: [String: [UInt8]]) -> Set<String> {
    Set(programs.filter { hashes[$0.key]?.hexadecimal != $0.value }.keys)
  }

  private static func path(of root: String) throws(WorkspaceProblem) -> String {
    "trusted/\(try WorkspaceFolder.stateName(of: root))"
  }
}
