public import ClientModel

/// A problem in a store, as found by `SQLiteStorage.check()`.
public struct StoreFinding: Hashable, Sendable {
  /// A kind of problem.
  public enum Kind: UInt8, Hashable, Sendable {
    /// The database file is damaged. None of its data can be trusted.
    case database
    /// A row does not match its checksum or cannot be read.
    case row
    /// The job counts of a lane are wrong.
    case tally
    /// A row refers to a body file that is missing or has a different length.
    case missingBody
    /// No row refers to a body file. The file is harmless, and the next prune deletes it.
    case orphanBody
    /// The request of a job is missing.
    case missingRequest
    /// A shared value was changed outside Weir, or is missing.
    case sharedValue
    /// The store's key cannot be used, so sealed records cannot be read. The records may be valid.
    case key
  }

  /// The kind of problem.
  public var kind: Kind
  /// The affected job, or nil if the problem is not in a job.
  public var job: JobID?
  /// The cause of the problem, as a sentence for the user.
  public var text: String

  /// Creates a finding for an unreadable record.
  init(
    unreadable job: JobID?, because failure: Failure, _ record: String = ""
  ) {
    self.init(
      kind: failure.kind == .secretMissing ? .key : .row, job: job, text: record + failure.why)
  }

  init(kind: Kind, job: JobID? = nil, text: String) {
    (self.kind, self.job, self.text) = (kind, job, text)
  }

  /// Whether a salvage repairs the store without losing sealed records.
  package var isSalvaged: Bool {
    switch kind {
    case .database, .row, .tally, .missingBody, .missingRequest, .sharedValue: true
    case .orphanBody, .key: false
    }
  }

  /// A description of the problem, as a sentence.
  public var what: String {
    let record = job.map { "Job \($0)" } ?? "A record of the store"
    return switch kind {
    case .database: "The store's file is damaged."
    case .row: "\(record) cannot be read completely."
    case .tally: "A count in the store is wrong."
    case .missingBody: "\(record) has lost its response's body."
    case .orphanBody: "A response's body belongs to no job."
    case .missingRequest: "\(record) has lost its request."
    case .sharedValue: "A shared value cannot be used."
    case .key: "\(record) is sealed, and the store's key cannot be used."
    }
  }

  /// The steps by which the user can solve the problem.
  public var whatToDo: String {
    switch kind {
    case .database, .row, .tally:
      "End other Weir processes, then run `weir doctor --salvage`: it copies readable records to a new store."
    case .missingBody, .missingRequest:
      job.map { "`weir queue delete \($0)` removes the job; an unfinished job is cancelled first." }
        ?? "Run `weir doctor --salvage`."
    case .orphanBody: "`weir history --prune` removes the body."
    case .key:
      "Restore the key file with mode 0600. A salvage would lose sealed records."
    case .sharedValue: "Remove the value with `weir value remove`, and set it again."
    }
  }
}
