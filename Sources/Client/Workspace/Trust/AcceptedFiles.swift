import ClientModel

/// The files of a workspace at its last acceptance. The next trust question shows the difference.
/// This record makes nothing trusted; only the list of accepted digests does.
///
/// Each workspace has a private file next to its `TrustRecord`. The first line is the workspace's
/// digest. Each file then has a line with its hash, its copy's length or `-`, and its path. The
/// copy and a line break follow.
struct AcceptedFiles {
  /// The maximum size of a copy in bytes. For larger files, private keys, `.env` files and files
  /// that are not text, only the hash is stored.
  static let largestCopy = 64 << 10
  /// The maximum total size of copies in bytes. For further files, only the hash is stored.
  private static let largestTotal = 8 << 20

  struct File: Hashable {
    /// The hash in hexadecimal digits.
    let hash: String
    let text: String?
  }

  let digest: String
  /// The files by their path in the workspace.
  private(set) var files: [String: File] = [:]

  private static let suffix = ".files"
  private static let folder = "trusted"

  /// Copies the files of a workspace. For a file that changed since it was examined, only the hash
  /// is stored.
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

  /// Returns the text of a file with this hash. Returns nil if the file has changed, is too large,
  /// contains secrets or is not text.
  static func text(_ path: String, hash: [UInt8], in folder: WorkspaceFolder) -> String? {
    if DotenvFile.isName(path) { return nil }
    do throws(WorkspaceProblem) {
      guard let size = try folder.size(path), size <= largestCopy,
        let bytes = try folder.bytes(path), try FileDigest.sha256(bytes) == hash,
        !bytes.contains(0)
      else { return nil }
      let text = String(validating: bytes, as: UTF8.self)
      // A copy of a private key would store the secret again, and its lines would be displayed.
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

  /// Deletes the copies of all workspaces except `roots`.
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
