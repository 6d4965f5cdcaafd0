public import ClientModel

/// A problem of a store that `SQLiteStorage.check()` found.
public struct StoreFinding: Hashable, Sendable {
  /// The kind of problem.
  public enum Kind: UInt8, Hashable, Sendable {
    /// The database file is damaged. None of its data can be trusted.
    case database
    /// A row does not match its checksum or cannot be read.
    case row
    /// The totals of a lane differ from its jobs.
    case tally
    /// A body file to which a row refers is missing or has another length.
    case missingBody
    /// No row refers to a body file. This is harmless, and the next prune deletes the file.
    case orphanBody
    /// The request of a job is missing.
    case missingRequest
    /// A shared value was changed outside Weir, or is missing.
    case sharedValue
    /// The key of the store cannot be used, so its sealed records cannot be read. The records may
    /// be valid.
    case key
  }

  /// The kind of problem.
  public var kind: Kind
  /// The job, or nil if the problem concerns no job.
  public var job: JobID?
  /// The reason, as text for the user.
  public var text: String

  /// Creates a finding for a record that cannot be read.
  init(
    unreadable job: JobID?, because failure: Failure, _ record: String = ""
  ) {
    self.init(
      kind: failure.kind == .secretMissing ? .key : .row, job: job, text: record + failure.why)
  }

  init(kind: Kind, job: JobID? = nil, text: String) {
    (self.kind, self.job, self.text) = (kind, job, text)
  }

  /// Whether a salvage corrects the problem without a loss of sealed records.
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

  /// An action with which the user can solve the problem.
  public var whatToDo: String {
    switch kind {
    case .database, .row, .tally:
      "End other Weir processes, then run `weir doctor --salvage`: it copies readable records to a new store."
    case .missingBody, .missingRequest:
      job.map { "`weir queue delete \($0)` removes the job; an unfinished job is cancelled first." }
        ?? "Run `weir doctor --salvage`."
    case .orphanBody: "`weir history --prune` removes the body."
    case .key:
      "Restore the key file, readable by you alone. A salvage would lose sealed records."
    case .sharedValue: "Remove the value with `weir value remove`, and set it again."
    }
  }
}
