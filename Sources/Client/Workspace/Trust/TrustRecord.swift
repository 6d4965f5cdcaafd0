import ClientModel

/// What the programs of an accepted workspace were when it was accepted: by it a refusal names those that
/// changed since. It trusts nothing by itself; the list of accepted digests does.
///
/// One file for each workspace in the folder `trusted` beside that list: the workspace's digest on the
/// first line, then a program's hash and path on each.
struct TrustRecord: Hashable {
  let digest: String
  /// The programs' hashes by their paths in the workspace, as hexadecimal digits.
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

  /// What was written last for the workspace; nil when there is nothing, as for one accepted by an
  /// older Weir, or nothing that can be read: without it a refusal only names more programs.
  ///
  /// - Parameter state: The folder of the list, without links.
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

  /// The programs that are gone or other than they were.
  func changes(in hashes: [String: [UInt8]]) -> Set<String> {
    Set(programs.filter { hashes[$0.key].map(WorkspaceTrust.hexadecimal) != $0.value }.keys)
  }

  private static func path(of root: String) throws(WorkspaceProblem) -> String {
    "trusted/\(try WorkspaceFolder.stateName(of: root))"
  }
}
