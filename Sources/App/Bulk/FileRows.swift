import ClientCore
import ClientModel
import ClientStore

/// The rows of a batch that is read from a file.
///
/// The jobs are in a temporary file, or in memory if the session has no store. The columns are
/// parsed again from the bytes of the user's file, so that few parsed rows are in memory at a time.
struct FileRows: RowSource {
  /// The maximum number of jobs in `first`.
  static let sample = 100

  fileprivate(set) var first: [NewJob] = []
  fileprivate(set) var lanes: Set<LaneKey> = []
  /// The first request whose method is unsafe. It is nil if all methods are safe.
  fileprivate(set) var firstUnsafe: PreparedRequest?
  /// Whether any request goes through a gateway.
  fileprivate(set) var hasGateway = false
  /// The columns whose values are masked.
  var secrets: Set<String> = []
  private let file: RowFile
  private let jobs: Jobs

  /// The location of the jobs. It is a file, or memory if the session has no store.
  fileprivate enum Jobs {
    case spooled(JobSpool)
    case listed([NewJob])
  }

  var count: Int {
    switch jobs {
    case .spooled(let spool): spool.count
    case .listed(let jobs): jobs.count
    }
  }

  /// The columns of the first rows as text, with secrets masked.
  var firstWords: [String] {
    file.rows.prefix(first.count).map { JSONRowReader.words($0.json(masking: secrets)) }
  }

  fileprivate init(_ file: RowFile, _ jobs: Jobs) { (self.file, self.jobs) = (file, jobs) }

  func forEach(_ body: (NewJob, [UInt8]) throws -> Void) throws {
    let rows = file.rows.makeIterator()
    func pass(_ job: NewJob) throws {
      guard let row = rows.next() else { return }
      try body(job, row.json(masking: secrets))
    }
    switch jobs {
    case .spooled(let spool): try spool.forEach(pass)
    case .listed(let jobs): try jobs.forEach(pass)
    }
  }
}

/// A batch and the rows of its file.
struct FileBatch {
  let batch: NewBatch
  let rows: FileRows
}

/// A writer of the jobs for a file's rows.
struct FileRowsWriter {
  private let file: RowFile
  private var spool: JobSpoolWriter?
  private var listed: [NewJob] = []
  /// The jobs that are not prepared yet.
  private var pending: [NewJob] = []
  private var facts: FileRows

  /// - Parameter spool: The temporary file, or nil if the jobs stay in memory.
  init(_ file: RowFile, in spool: JobSpoolWriter?) throws {
    self.file = file
    self.spool = spool
    facts = FileRows(file, .listed([]))
  }

  mutating func append(_ job: NewJob) { pending.append(job) }

  /// Prepares the appended jobs and writes them.
  mutating func flush(
    by client: Client, _ copy: RequestOptions.FileCopy?
  ) async throws {
    for var job in try await client.prepared(pending) {
      if copy == .snapshot { job.request = try await client.snapshot(job.request) }
      note(job)
      if spool != nil { try spool?.append(job) } else { listed.append(job) }
    }
    pending = []
  }

  private mutating func note(_ job: NewJob) {
    if facts.first.count < FileRows.sample { facts.first.append(job) }
    facts.lanes.insert(job.lane)
    if job.request.gateway != nil { facts.hasGateway = true }
    if facts.firstUnsafe == nil, !job.request.method.isSafe { facts.firstUnsafe = job.request }
  }

  mutating func finish(
    by client: Client, _ copy: RequestOptions.FileCopy?
  ) async throws -> FileRows {
    try await flush(by: client, copy)
    var rows = FileRows(file, try spool?.finish().spooled ?? .listed(listed))
    (rows.first, rows.lanes) = (facts.first, facts.lanes)
    (rows.firstUnsafe, rows.hasGateway) = (facts.firstUnsafe, facts.hasGateway)
    return rows
  }
}

extension JobSpool {
  fileprivate var spooled: FileRows.Jobs { .spooled(self) }
}
