import CCrypto
import ClientModel

/// A job and its database row. A checksum verifies all columns.
///
/// This is a class because `WriterCache` stores the rows of running jobs between transactions, and
/// copying a job costs more than processing it. Only one thread at a time may use a row.
final class JobRow {
  var job: Job
  var lane: Int64
  /// The number of bytes that deleting the job frees. It includes the request, the results and the
  /// body files.
  var stored: Int64
  /// The code of the state that is stored in the row.
  private(set) var code: Int64
  /// Whether this is a placeholder for an unreadable row. A placeholder is never written.
  private(set) var isDamaged = false
  /// The columns as last read or written, or nil for a new row. They are compared with the current
  /// values to find the changed columns.
  private var read: (wide: WideColumns, end: EndColumns)?

  /// The columns that only the statement `update` writes.
  private struct WideColumns: Equatable {
    let priority: Int
    let position: Double
    let isRepeatable: Bool
    let method: HTTPMethod
    let url: String

    init(_ job: Job) {
      (priority, position, isRepeatable) = (job.priority, job.position, job.isRepeatable)
      (method, url) = (job.method, job.displayURL)
    }
  }

  /// The columns that the statement `move` writes, but `advance` does not.
  private struct EndColumns: Equatable {
    let status: Int?
    let bodyLength: ByteCount?
    let elapsed: Duration?
    let cancelRequested: Bool
    let isFinished: Bool
    let stored: Int64

    init(_ job: Job, stored: Int64) {
      (status, bodyLength, elapsed) = (job.status, job.bodyLength, job.elapsed)
      (cancelRequested, isFinished) = (job.cancelRequested, job.state.word.isFinished)
      self.stored = stored
    }
  }

  init(_ job: Job, lane: Int64, stored: Int64) {
    self.job = job
    self.lane = lane
    self.stored = stored
    code = job.state.word.code
  }

  static let columns = """
    id, lane, state, detail, since, created, priority, position, scheduling, method, url, name, \
    repeatable, attempts, status, length, elapsed, cancel, stored, sum, done
    """

  static let insert = """
    INSERT INTO jobs(\(columns)) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, \
    ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)
    """

  static let select = "SELECT \(columns) FROM jobs WHERE id = ?1"

  /// The query for a job's row and its request. If the job follows a redirect, the query also
  /// returns that redirect.
  static let selectStart = """
    SELECT \(columns), request, hop FROM jobs LEFT JOIN requests ON requests.job = id \
    LEFT JOIN hops ON hops.job = id WHERE id = ?1
    """
  static let (requestColumn, hopColumn): (Int32, Int32) = (21, 22)

  /// The statement for a job that starts an attempt or a redirect. It changes columns that few
  /// indexes contain.
  static let advance =
    "UPDATE jobs SET state=?2, detail=?3, since=?4, attempts=?5, sum=?6 WHERE id=?1"

  /// The statement for a job that changed its state. It does not write the columns of
  /// `WideColumns`.
  static let move = """
    UPDATE jobs SET state=?2, detail=?3, since=?4, attempts=?5, sum=?6, status=?7, length=?8, \
    elapsed=?9, cancel=?10, stored=?11, done=?12 WHERE id=?1
    """

  static let update = """
    UPDATE jobs SET lane=?2, state=?3, detail=?4, since=?5, created=?6, priority=?7, position=?8, \
    scheduling=?9, method=?10, url=?11, name=?12, repeatable=?13, attempts=?14, status=?15, \
    length=?16, elapsed=?17, cancel=?18, stored=?19, sum=?20, done=?21 WHERE id=?1
    """

  /// The statement that writes the fewest columns but includes all changes since the row was read.
  var change: WriterCache.Step {
    guard let read, read.wide == WideColumns(job) else { return .updateJob }
    return read.end == EndColumns(job, stored: stored) ? .advanceJob : .moveJob
  }

  func write(_ step: WriterCache.Step, to db: Database, _ cache: WriterCache) throws {
    cache.buffer.begin(.job(job.id.rawValue))
    try JobDetail(
      state: job.state, seriesAttempts: job.seriesAttempts, seriesStart: job.seriesStart,
      check: job.check, remote: job.remote, call: job.call, attemptLimit: job.attemptLimit
    ).write(to: &cache.buffer)
    let query = try cache.statement(step, db)
    let elapsed = job.elapsed.map {
      $0.components.seconds * 1_000_000_000 + $0.components.attoseconds / 1_000_000_000
    }
    let sum = Int64(sum(detail: cache.buffer.bytes, elapsed: elapsed))
    query.bind(1, job.id.rawValue)
    switch step {
    case .advanceJob, .moveJob:
      bindMove(query, detail: cache.buffer.bytes, sum)
      if step == .moveJob { bindEnd(query, elapsed: elapsed) }
    default: bindAll(query, detail: cache.buffer.bytes, elapsed: elapsed, sum)
    }
    try query.run()
  }

  private func bindMove(_ query: Query, detail: [UInt8], _ sum: Int64) {
    query.bind(2, job.state.word.code)
    query.bind(3, detail)
    query.bind(4, job.since.milliseconds)
    query.bind(5, Int64(job.attempts))
    query.bind(6, sum)
  }

  private func bindEnd(_ query: Query, elapsed: Int64?) {
    query.bind(7, job.status.map(Int64.init))
    query.bind(8, job.bodyLength?.bytes)
    query.bind(9, elapsed)
    query.bind(10, Int64(job.cancelRequested ? 1 : 0))
    query.bind(11, stored)
    query.bind(12, Int64(job.state.word.isFinished ? 1 : 0))
  }

  private func bindAll(_ query: Query, detail: [UInt8], elapsed: Int64?, _ sum: Int64) {
    query.bind(2, lane)
    query.bind(3, job.state.word.code)
    query.bind(4, detail)
    query.bind(5, job.since.milliseconds)
    query.bind(6, job.created.milliseconds)
    query.bind(7, Int64(job.priority))
    query.bind(8, job.position)
    query.bind(9, Int64(job.scheduling.rawValue))
    query.bind(10, job.method.rawValue)
    query.bind(11, job.displayURL)
    query.bind(12, job.name)
    query.bind(13, Int64(job.isRepeatable ? 1 : 0))
    query.bind(14, Int64(job.attempts))
    query.bind(15, job.status.map(Int64.init))
    query.bind(16, job.bodyLength?.bytes)
    query.bind(17, elapsed)
    query.bind(18, Int64(job.cancelRequested ? 1 : 0))
    query.bind(19, stored)
    query.bind(20, sum)
    query.bind(21, Int64(job.state.word.isFinished ? 1 : 0))
  }

  /// Records the current values as written. Later values are compared with them.
  func noteWritten() {
    code = job.state.word.code
    read = (WideColumns(job), EndColumns(job, stored: stored))
  }

  /// Reads a job from a row with the columns `columns`. `key` maps a lane number to the lane's key.
  init(_ row: Query, vault: Vault, key: (Int64) throws -> LaneKey) throws {
    let id = row.integer(0)
    let detail = row.blob(3)
    var reader = PayloadReader(detail, at: .job(id), vault: vault)
    guard let word = JobState.Word(code: row.integer(2)), word.isFinished == (row.integer(20) != 0),
      let method = HTTPMethod(row.text(9) ?? ""),
      let scheduling = Job.Scheduling(rawValue: UInt8(truncatingIfNeeded: row.integer(8)))
    else { throw Failure.damagedJob(id, "a column contains an unknown value") }
    let more: JobDetail
    do throws(Failure) {
      more = try JobDetail(from: &reader)
      guard more.state.word == word else {
        throw .damaged("its state differs from the state column")
      }
    } catch {
      throw error.kind == .secretMissing ? error : .damagedJob(id, error.why)
    }
    let elapsed = row.isNull(16) ? nil : row.integer(16)
    lane = row.integer(1)
    stored = row.integer(18)
    code = row.integer(2)
    job = Job(
      id: JobID(id), state: more.state, since: Timestamp(milliseconds: row.integer(4)),
      created: Timestamp(milliseconds: row.integer(5)), lane: try key(lane),
      priority: Int(row.integer(6)), position: row.real(7), scheduling: scheduling, method: method,
      displayURL: row.text(10) ?? "", name: row.text(11), call: more.call,
      isRepeatable: row.integer(12) != 0,
      attempts: Int(row.integer(13)), status: row.isNull(14) ? nil : Int(row.integer(14)),
      bodyLength: row.isNull(15) ? nil : ByteCount(row.integer(15)),
      elapsed: elapsed.map { .nanoseconds($0) }, seriesAttempts: more.seriesAttempts,
      seriesStart: more.seriesStart, attemptLimit: more.attemptLimit,
      cancelRequested: row.integer(17) != 0, remote: more.remote, check: more.check)
    read = (WideColumns(job), EndColumns(job, stored: stored))
    guard Int64(sum(detail: detail, elapsed: elapsed)) == row.integer(19) else {
      throw Failure.damagedJob(id, "the checksum differs")
    }
  }

  /// Creates a failed job that replaces an unreadable row, so that lists remain complete.
  init(damaged row: Query, _ failure: Failure) {
    lane = row.integer(1)
    stored = row.integer(18)
    code = row.integer(2)
    let since = Timestamp(milliseconds: row.integer(4))
    job = Job(
      id: JobID(row.integer(0)), state: .failed(failure), since: since, created: since,
      lane: LaneKey(name: "damaged"), position: row.real(7), method: .get,
      displayURL: "damaged", isRepeatable: false)
    isDamaged = true
  }

  /// Returns the checksum of all columns: first the numbers and text lengths, then the texts.
  /// `done` is not included, because the state determines it.
  private func sum(detail: [UInt8], elapsed: Int64?) -> UInt32 {
    let numbers: [19 of Int64] = [
      job.id.rawValue, lane, job.state.word.code, job.since.milliseconds,
      job.created.milliseconds, Int64(job.priority), Int64(bitPattern: job.position.bitPattern),
      Int64(job.scheduling.rawValue), job.isRepeatable ? 1 : 0, Int64(job.attempts),
      Int64(job.status ?? -1), job.bodyLength?.bytes ?? -1, elapsed ?? -1,
      job.cancelRequested ? 1 : 0, stored, Int64(detail.count),
      Int64(job.method.rawValue.utf8.count), Int64(job.displayURL.utf8.count),
      job.name.map { Int64($0.utf8.count) } ?? -1,
    ]
    var crc = withUnsafeBytes(of: numbers) {
      ccrypto_crc32c(Record.Kind.job.rawValue, $0.baseAddress, $0.count)
    }
    crc = detail.withUnsafeBytes { ccrypto_crc32c(crc, $0.baseAddress, $0.count) }
    for var text in [job.method.rawValue, job.displayURL, job.name ?? ""] {
      crc = text.withUTF8 { ccrypto_crc32c(crc, $0.baseAddress, $0.count) }
    }
    return crc
  }
}
