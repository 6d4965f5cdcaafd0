import CCrypto
import Glibc

/// A digest of a workspace file's bytes.
///
/// All files of a workspace are compared at each use, so at most `fullReadLimit` bytes of a file
/// are hashed. The hash of a longer file also covers its length and modification time. Tools that
/// replace a file, such as a Git checkout, change its modification time.
struct FileDigest: Hashable {
  /// The hashed part of the file.
  enum Extent: Hashable { case complete, start }

  /// The SHA-256, which has 32 bytes.
  let hash: [UInt8]
  let extent: Extent
  let ownership: FileOwnership

  static let fullReadLimit: Int64 = 64_000_000

  /// Computes the digest of an open regular file.
  init(of file: Int32, _ facts: stat, named name: String) throws(WorkspaceProblem) {
    ownership = FileOwnership(facts)
    guard let state = ccrypto_sha256_new() else { throw Self.broken }
    defer { ccrypto_sha256_free(state) }
    var left = min(Int64(facts.st_size), Self.fullReadLimit)
    var chunk = [UInt8](repeating: 0, count: Int(min(max(left, 1), 1 << 18)))
    while left > 0 {
      let count = read(file, &chunk, min(chunk.count, Int(left)))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw WorkspaceFolder(root: "").failure("\(name) cannot be read.")
      }
      if count == 0 { break }
      guard ccrypto_sha256_update(state, chunk, count) != 0 else { throw Self.broken }
      left -= Int64(count)
    }
    extent = facts.st_size > Self.fullReadLimit ? .start : .complete
    if extent == .start {
      // More bytes are hashed for a file above the limit than for any file within it, so a long
      // file never has the digest of a short one.
      let rest = Array(
        "\(facts.st_size) \(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)".utf8)
      guard ccrypto_sha256_update(state, rest, rest.count) != 0 else { throw Self.broken }
    }
    var digest = [UInt8](repeating: 0, count: Int(CCRYPTO_SHA256_BYTES))
    guard ccrypto_sha256_final(state, &digest) != 0 else { throw Self.broken }
    hash = digest
  }

  static func sha256(_ bytes: [UInt8]) throws(WorkspaceProblem) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(CCRYPTO_SHA256_BYTES))
    guard ccrypto_sha256(bytes, bytes.count, &digest) != 0 else { throw broken }
    return digest
  }

  private static var broken: WorkspaceProblem {
    WorkspaceProblem(
      .untrusted, what: "The workspace's files were not compared.",
      why: "The cryptography library failed.", whatToDo: "Start Weir again.")
  }
}
