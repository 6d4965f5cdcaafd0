import ClientModel

/// The programs of a workspace when it was accepted. A refusal uses it to name the programs that
/// have changed since. It does not make anything trusted; only the list of accepted digests does.
///
/// One file for each workspace in the folder `trusted` beside that list. The first line is the
/// workspace's digest; each further line is a program's hash and path.
struct TrustRecord: Hashable {
  let digest: String
  /// The programs' hashes as hexadecimal digits, by their paths in the workspace.
  let programs: [String: String]

  init(_ digest: String, of programs: [String], among hashes: [String: [UInt8]]) {
    self.digest = digest
    self.programs = Dictionary(
      programs.compactMap { path in
        guard !path.contains(byte: "\n"), let hash = hashes[path] else { return nil }
        return (path, WorkspaceTrust.hexadecimal(hash))
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

  /// Returns the record of the workspace. Returns nil if it cannot be read or does not exist, as
  /// for a workspace accepted by an older Weir. Without it a refusal only names more programs.
  ///
  /// - Parameter state: The folder of the list, without symbolic links.
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

  /// Returns the programs that were deleted or changed.
  func changes(in hashes: [String: [UInt8]]) -> Set<String> {
    Set(programs.filter { hashes[$0.key].map(WorkspaceTrust.hexadecimal) != $0.value }.keys)
  }

  private static func path(of root: String) throws(WorkspaceProblem) -> String {
    "trusted/\(try WorkspaceFolder.stateName(of: root))"
  }
}
