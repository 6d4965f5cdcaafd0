import ClientModel

/// Which jobs one commit changed: a row for each commit, keyed by the last revision it reached.
///
/// Every change has a revision of its own, so a row of `n` numbers stands for the `n` revisions up to
/// its key, in order; a change that concerns no job is a 0. Reading may begin and end within a row.
struct News {
  /// As many changes as are kept for those who look away: a process that was longer asleep reads
  /// everything again.
  static let kept: Int64 = 1_000_000

  static func write(_ ids: [Int64], to writer: inout ByteWriter) {
    var last: Int64 = 0
    for id in ids {
      writer.signed(id &- last)
      last = id
    }
  }

  static func read(
    _ bytes: [UInt8], of revision: Int64, vault: Vault
  ) throws(Failure) -> [Int64] {
    var reader = ByteReader(bytes, at: .news(revision), vault: vault)
    var ids: [Int64] = []
    ids.reserveCapacity(bytes.count)
    var last: Int64 = 0
    while !reader.isAtEnd {
      last &+= try reader.signed()
      ids.append(last)
    }
    return ids
  }
}
