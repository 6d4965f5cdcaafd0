import ClientModel

/// The jobs that one commit changed. There is one row for each commit, keyed by its last revision.
///
/// Every change has its own revision. A row with `n` job ids covers, in order, the `n` revisions up
/// to its key. A change without a job is stored as 0. A range of revisions may begin or end within
/// a row.
struct ChangedJobs {
  /// The number of changes that the table retains. A process that missed more changes reads
  /// everything again.
  static let retention: Int64 = 1_000_000

  static func write(_ ids: [Int64], to writer: inout PayloadWriter) {
    var last: Int64 = 0
    for id in ids {
      writer.signed(id &- last)
      last = id
    }
  }

  static func read(
    _ bytes: [UInt8], of revision: Int64, vault: Vault
  ) throws(Failure) -> [Int64] {
    var reader = PayloadReader(bytes, at: .changes(revision), vault: vault)
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
