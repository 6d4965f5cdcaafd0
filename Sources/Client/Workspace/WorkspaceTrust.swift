import CCrypto
import Glibc

/// Whether the user has accepted a workspace as it is now. An edit from outside asks again.
package struct WorkspaceTrust: Hashable, Sendable {
  package enum Standing: Hashable, Sendable { case trusted, untrusted }

  package let standing: Standing
  /// Over the names and contents of all its files; 64 hexadecimal digits.
  package let digest: String
  /// The hash of each file by its path in the workspace.
  let files: [String: [UInt8]]

  /// What nobody has accepted.
  package static let untrusted = WorkspaceTrust(standing: .untrusted, digest: "", files: [:])

  /// Compares the workspace's files with the accepted digests in the `trust` file of the state folder.
  ///
  /// The scratch workspace is Weir's own and always trusted.
  ///
  /// - Parameter accepted: Path of the `trust` file; lines of a digest, a space and a folder.
  package static func examine(
    _ workspace: Workspace, accepted: String
  ) throws(WorkspaceProblem) -> WorkspaceTrust {
    let files = try hashes(of: workspace)
    let digest = try self.digest(of: files)
    let isKnown = try lines(accepted).contains("\(digest) \(workspace.root)")
    let isOwn = workspace.kind == .scratch
    return WorkspaceTrust(
      standing: isKnown || isOwn ? .trusted : .untrusted, digest: digest, files: files)
  }

  /// Accepts the workspace as it was when examined, in place of what was accepted before.
  package func accept(
    _ workspace: Workspace, accepted: String
  ) throws(WorkspaceProblem) -> WorkspaceTrust {
    let kept = try Self.lines(accepted).filter {
      !$0.hasSuffix(" \(workspace.root)") || $0.utf8.count != 65 + workspace.root.utf8.count
    }
    guard !workspace.root.contains("\n"), let slash = accepted.lastIndex(of: "/") else {
      throw WorkspaceProblem(
        .untrusted, what: "The workspace was not accepted.",
        why: "Its path cannot be kept in a list.", whatToDo: "Move it to another folder.")
    }
    let text = (kept + ["\(digest) \(workspace.root)"]).joined(separator: "\n") + "\n"
    let name = String(accepted[accepted.index(after: slash)...])
    try WorkspaceFolder(root: String(accepted[..<slash])).write(text, to: name)
    return WorkspaceTrust(standing: .trusted, digest: digest, files: files)
  }

  /// Makes a change through Weir; what was trusted before it is trusted after it.
  package static func keeping(
    _ workspace: Workspace, accepted: String,
    _ change: () throws(WorkspaceProblem) -> Void
  ) throws(WorkspaceProblem) -> WorkspaceTrust {
    let before = try examine(workspace, accepted: accepted)
    try change()
    let after = try examine(workspace, accepted: accepted)
    guard before.standing == .trusted, after.standing == .untrusted else { return after }
    return try after.accept(workspace, accepted: accepted)
  }

  private static func lines(_ path: String) throws(WorkspaceProblem) -> [String] {
    guard let slash = path.lastIndex(of: "/") else { return [] }
    let folder = WorkspaceFolder(root: String(path[..<slash]))
    // The state folder may itself be reached through a link; the list in it may not.
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return [] }
    guard facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid() else {
      throw WorkspaceProblem(
        .untrusted, what: "\(path) cannot be used.", why: "It is no regular file of yours.",
        whatToDo: "Remove it; workspaces will be asked about again.")
    }
    guard let real = realpath(folder.root, nil) else { return [] }
    defer { free(real) }
    let text = try WorkspaceFolder(root: String(cString: real))
      .text(String(path[path.index(after: slash)...]))
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  /// The paths in the workspace of files that are new or say something else than they did before.
  package func changes(since before: WorkspaceTrust) -> Set<String> {
    Set(files.filter { before.files[$0.key] != $0.value }.keys)
  }

  private static func hashes(
    of workspace: Workspace
  ) throws(WorkspaceProblem) -> [String: [UInt8]] {
    var paths = ["weir.yaml", "environments.yaml"]
    for folder in ["requests", "graphs", "catalogs"] {
      paths += FileListing.yaml(below: workspace.folder.path(folder)).files.map {
        "\(folder)/\($0)"
      }
    }
    paths += workspace.programs
    var hashes: [String: [UInt8]] = [:]
    for path in paths {
      guard let bytes = try workspace.folder.bytes(path) else { continue }
      hashes[path] = try sha256(bytes)
    }
    return hashes
  }

  private static func digest(of files: [String: [UInt8]]) throws(WorkspaceProblem) -> String {
    var record: [UInt8] = []
    for (path, hash) in files.sorted(by: { $0.key < $1.key }) {
      // A hash of fixed length after each name: no content can pretend to be another name.
      record += Array(path.utf8) + [0] + hash
    }
    return try sha256(record).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }

  private static func sha256(_ bytes: [UInt8]) throws(WorkspaceProblem) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(CCRYPTO_SHA256_BYTES))
    guard ccrypto_sha256(bytes, bytes.count, &digest) != 0 else {
      throw WorkspaceProblem(
        .untrusted, what: "The workspace's files were not compared.",
        why: "The cryptography library failed.", whatToDo: "Start Weir again.")
    }
    return digest
  }
}
