import ClientModel

/// The files of a workspace when it was last accepted. The next trust question shows the
/// differences from them. Only the list of accepted digests makes a workspace trusted, not this
/// record.
///
/// The record of a workspace is stored next to its `TrustRecord`. The first line is the workspace's
/// digest. For each file, there is a line with its hash, the length of its copy or `-`, and its
/// path, followed by the copy and a line break.
struct AcceptedFiles {
  /// The maximum size of a copy in bytes. Larger files, private keys, `.env` files and binary files
  /// are stored only as a hash.
  static let largestCopy = 64 << 10
  /// The maximum total size of the copies in bytes. Files beyond this size are stored only as a
  /// hash.
  private static let largestTotal = 8 << 20

  struct File: Hashable {
    /// The hash in hexadecimal digits.
    let hash: String
    let text: String?
  }

  let digest: String
  /// The files by path in the workspace.
  private(set) var files: [String: File] = [:]

  private static let suffix = ".files"
  private static let folder = "trusted"

  /// Copies the files of a workspace. A file that changed since it was examined is stored only as a
  /// hash.
  init(_ digest: String, of hashes: [String: [UInt8]], in folder: WorkspaceFolder) {
    self.digest = digest
    var total = 0
    for (path, hash) in hashes.sorted(by: { $0.key < $1.key }) where !path.contains(byte: "\n") {
      var text = Self.text(path, hash: hash, in: folder)
      total += text?.utf8.count ?? 0
      if total > Self.largestTotal { text = nil }
      files[path] = File(hash: hash.hexadecimal, text: text)
    }
  }

  /// Returns the text of a file if it still has this hash. Returns nil if the file is too large,
  /// contains secrets or is not text.
  static func text(_ path: String, hash: [UInt8], in folder: WorkspaceFolder) -> String? {
    if DotenvFile.isName(path) { return nil }
    do throws(WorkspaceProblem) {
      guard let size = try folder.size(path), size <= largestCopy,
        let bytes = try folder.bytes(path), try FileDigest.sha256(bytes) == hash,
        !bytes.contains(0)
      else { return nil }
      let text = String(validating: bytes, as: UTF8.self)
      // A copy of a private key would be a second file with the secret, and the trust question
      // would display it.
      return text?.contains(bytes: "PRIVATE KEY-----") == true ? nil : text
    } catch {
      return nil
    }
  }

  // MARK: On disk

  /// Returns the record of a workspace. Returns nil if it is missing or unreadable.
  static func read(_ root: String, in state: String) -> AcceptedFiles? {
    do throws(WorkspaceProblem) {
      return try WorkspaceFolder(root: state).text(try path(of: root)).flatMap(AcceptedFiles.init)
    } catch {
      return nil
    }
  }

  func write(for root: String, in state: String) throws(WorkspaceProblem) {
    var text = digest + "\n"
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      text += "\(file.hash) \(file.text.map { String($0.utf8.count) } ?? "-") \(path)\n"
      if let copy = file.text { text += copy + "\n" }
    }
    try WorkspaceFolder(root: state, readers: .owner).write(text, to: try Self.path(of: root))
  }

  /// Deletes the records of all workspaces except those in the folders `roots`.
  static func removeOthers(than roots: [String], in state: String) throws(WorkspaceProblem) {
    var names: Set<String> = []
    for root in roots { names.insert(try WorkspaceFolder.stateName(of: root) + suffix) }
    for name in FolderEntries.names(in: "\(state)/\(folder)")
    where name.ends(with: suffix) && !names.contains(name) {
      try WorkspaceFolder(root: state, readers: .owner).remove("\(folder)/\(name)")
    }
  }

  private static func path(of root: String) throws(WorkspaceProblem) -> String {
    "\(folder)/\(try WorkspaceFolder.stateName(of: root))\(suffix)"
  }

  private init?(_ text: String) {
    var reader = LineReader(text)
    guard let first = reader.line() else { return nil }
    digest = first
    while let head = reader.line() {
      let words = head.pieces(at: " ", maxSplits: 2).map(String.init)
      guard words.count == 3 else { return nil }
      guard words[1] != "-" else {
        files[words[2]] = File(hash: words[0], text: nil)
        continue
      }
      guard let count = Int(words[1]), let copy = reader.text(count), reader.text(1) == "\n"
      else { return nil }
      files[words[2]] = File(hash: words[0], text: copy)
    }
  }
}
