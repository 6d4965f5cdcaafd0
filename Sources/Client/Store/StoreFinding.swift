public import ClientModel

/// One thing that is wrong with a store, found by `SQLiteStorage.check()`.
public struct StoreFinding: Hashable, Sendable {
  /// What was found.
  public enum Kind: UInt8, Hashable, Sendable {
    /// The database file itself; nothing in it can be trusted.
    case database
    /// A row that does not match its checksum or cannot be read.
    case row
    /// The totals of a lane differ from its jobs.
    case tally
    /// A body file that a row names and that is missing or of another length.
    case missingBody
    /// A body file that no row names. Harmless: the next prune takes it.
    case orphanBody
    /// A job without its request, which was lost.
    case missingRequest
    /// A shared value that was changed outside of Weir, or lost.
    case sharedValue
    /// The key of the store cannot be used, so sealed records cannot be read. The records may be sound.
    case key
  }

  /// What was found.
  public var kind: Kind
  /// The job concerned, when there is one.
  public var job: JobID?
  /// Why, for people.
  public var text: String

  /// A record that cannot be read, for this reason.
  init(
    unreadable job: JobID?, because failure: Failure, _ record: String = ""
  ) {
    self.init(
      kind: failure.kind == .secretMissing ? .key : .row, job: job, text: record + failure.why)
  }

  init(kind: Kind, job: JobID? = nil, text: String) {
    (self.kind, self.job, self.text) = (kind, job, text)
  }

  /// Whether a salvage makes this right, without loss of sealed records.
  package var isSalvaged: Bool {
    switch kind {
    case .database, .row, .tally, .missingBody, .missingRequest, .sharedValue: true
    case .orphanBody, .key: false
    }
  }

  /// What is wrong, as a sentence.
  public var what: String {
    let record = job.map { "Job \($0)" } ?? "A record of the store"
    return switch kind {
    case .database: "The store's file is damaged."
    case .row: "\(record) cannot be read completely."
    case .tally: "The store counts wrong."
    case .missingBody: "\(record) has lost its response's body."
    case .orphanBody: "A response's body belongs to no job."
    case .missingRequest: "\(record) has lost its request."
    case .sharedValue: "A shared value cannot be used."
    case .key: "\(record) is sealed, and the store's key cannot be used."
    }
  }

  /// What the user can do about it.
  public var whatToDo: String {
    switch kind {
    case .database, .row, .tally:
      "End other Weirs, then run `weir doctor --salvage`: what can be read goes into a new store."
    case .missingBody, .missingRequest:
      job.map { "`weir queue delete \($0)` removes it; one that has not ended is cancelled first." }
        ?? "Run `weir doctor --salvage`."
    case .orphanBody: "`weir history --prune` removes it."
    case .key:
      "Restore the key file, readable by you alone. A salvage would lose sealed records."
    case .sharedValue: "Remove it with `weir value remove`, and set it again."
    }
  }
}
