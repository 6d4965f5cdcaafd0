import CCrypto
import ClientModel
import GRDB

/// A job as it stands in its row: read whole, written whole, checked by its sum.
struct JobRow {
  var job: Job
  var lane: Int64
  /// Bytes that go when the job goes: its request, its results, its body files.
  var stored: Int64
  /// The state's number as it stands in the row.
  let code: Int64
  /// True for a row that stands for one that cannot be read; it is never written back.
  private(set) var isDamaged = false
  /// As it was read, to tell which columns must be written.
  private var read: Job?

  init(_ job: Job, lane: Int64, stored: Int64) {
    self.job = job
    self.lane = lane
    self.stored = stored
    code = job.state.word.code
  }

  static let columns = """
    id, revision, lane, state, detail, since, created, priority, position, urgency, method, url, \
    name, repeatable, attempts, status, length, elapsed, cancel, stored, sum
    """

  static let insert = """
    INSERT INTO jobs(\(columns)) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, \
    ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)
    """

  static let select = "SELECT \(columns) FROM jobs WHERE id = ?1"

  /// For a job that only moved on: the wide and the ordering columns stay as they are.
  static let move = """
    UPDATE jobs SET revision=?2, state=?4, detail=?5, since=?6, attempts=?15, status=?16, \
    length=?17, elapsed=?18, cancel=?19, stored=?20, sum=?21 WHERE id=?1
    """

  var hasOnlyMoved: Bool {
    guard let read else { return false }
    return job.priority == read.priority && job.position == read.position
      && job.isRepeatable == read.isRepeatable && job.method == read.method
      && job.displayURL == read.displayURL
  }

  static let update = """
    UPDATE jobs SET revision=?2, lane=?3, state=?4, detail=?5, since=?6, created=?7, priority=?8, \
    position=?9, urgency=?10, method=?11, url=?12, name=?13, repeatable=?14, attempts=?15, \
    status=?16, length=?17, elapsed=?18, cancel=?19, stored=?20, sum=?21 WHERE id=?1
    """

  func write(_ sql: String, to db: Database, revision: Int64, vault: Vault) throws {
    var writer = ByteWriter(for: .job(job.id.rawValue), vault: vault)
    try job.state.write(to: &writer)
    // Most rows of a long queue were never tried, and stay as short as they were.
    if job.tries > 0 {
      writer.count(job.tries)
      try writer.optional(job.firstTry) { (w, value) throws(Failure) in w.time(value) }
    }
    let query = try Query(db, sql)
    let elapsed = job.elapsed.map {
      $0.components.seconds * 1_000_000_000 + $0.components.attoseconds / 1_000_000_000
    }
    query.bind(1, job.id.rawValue)
    query.bind(2, revision)
    query.bind(3, lane)
    query.bind(4, job.state.word.code)
    query.bind(5, writer.bytes)
    query.bind(6, job.since.milliseconds)
    query.bind(7, job.created.milliseconds)
    query.bind(8, Int64(job.priority))
    query.bind(9, job.position)
    query.bind(10, Int64(job.urgency.rawValue))
    query.bind(11, job.method.rawValue)
    query.bind(12, job.displayURL)
    query.bind(13, job.name)
    query.bind(14, Int64(job.isRepeatable ? 1 : 0))
    query.bind(15, Int64(job.attempts))
    query.bind(16, job.status.map(Int64.init))
    query.bind(17, job.bodyLength?.bytes)
    query.bind(18, elapsed)
    query.bind(19, Int64(job.cancelRequested ? 1 : 0))
    query.bind(20, stored)
    query.bind(21, Int64(sum(detail: writer.bytes, elapsed: elapsed)))
    try query.run()
  }

  /// Reads a row of `columns`. `key` finds a lane by its number.
  init(_ row: Query, vault: Vault, key: (Int64) throws -> LaneKey) throws {
    let id = row.integer(0)
    let detail = row.blob(4)
    var reader = ByteReader(detail, at: .job(id), vault: vault)
    guard let word = JobState.Word(code: row.integer(3)),
      let method = HTTPMethod(row.text(10) ?? ""),
      let urgency = Job.Urgency(rawValue: UInt8(truncatingIfNeeded: row.integer(9)))
    else { throw Failure.damagedJob(id, "a column holds an unknown value") }
    let state: JobState
    var tries = 0
    var firstTry: Timestamp?
    do throws(Failure) {
      state = try JobState(word, from: &reader)
      if !reader.isAtEnd {
        tries = try reader.integer()
        firstTry = try reader.optional { (r) throws(Failure) in try r.time() }
      }
    } catch {
      throw Failure.damagedJob(id, error.why)
    }
    let elapsed = row.isNull(17) ? nil : row.integer(17)
    lane = row.integer(2)
    stored = row.integer(19)
    code = row.integer(3)
    job = Job(
      id: JobID(id), state: state, since: Timestamp(milliseconds: row.integer(5)),
      created: Timestamp(milliseconds: row.integer(6)), lane: try key(lane),
      priority: Int(row.integer(7)), position: row.real(8), urgency: urgency, method: method,
      displayURL: row.text(11) ?? "", name: row.text(12), isRepeatable: row.integer(13) != 0,
      attempts: Int(row.integer(14)), status: row.isNull(15) ? nil : Int(row.integer(15)),
      bodyLength: row.isNull(16) ? nil : ByteCount(row.integer(16)),
      elapsed: elapsed.map { .nanoseconds($0) }, tries: tries, firstTry: firstTry,
      cancelRequested: row.integer(18) != 0)
    read = job
    guard Int64(sum(detail: detail, elapsed: elapsed)) == row.integer(20) else {
      throw Failure.damagedJob(id, "the checksum differs")
    }
  }

  /// Stands for a row that cannot be read, so that lists go on: failed, with the reason.
  init(damaged row: Query, _ failure: Failure) {
    lane = row.integer(2)
    stored = row.integer(19)
    code = row.integer(3)
    let since = Timestamp(milliseconds: row.integer(5))
    job = Job(
      id: JobID(row.integer(0)), state: .failed(failure), since: since, created: since,
      lane: LaneKey(name: "damaged"), position: row.real(8), method: .get,
      displayURL: "damaged", isRepeatable: false)
    isDamaged = true
  }

  /// Over every column but the revision, numbers first, then texts with their lengths.
  private func sum(detail: [UInt8], elapsed: Int64?) -> UInt32 {
    let numbers: [Int64] = [
      job.id.rawValue, lane, job.state.word.code, job.since.milliseconds,
      job.created.milliseconds, Int64(job.priority), Int64(bitPattern: job.position.bitPattern),
      Int64(job.urgency.rawValue), job.isRepeatable ? 1 : 0, Int64(job.attempts),
      Int64(job.status ?? -1), job.bodyLength?.bytes ?? -1, elapsed ?? -1,
      job.cancelRequested ? 1 : 0, stored, Int64(detail.count),
      Int64(job.method.rawValue.utf8.count), Int64(job.displayURL.utf8.count),
      job.name.map { Int64($0.utf8.count) } ?? -1,
    ]
    var crc = numbers.withUnsafeBytes {
      ccrypto_crc32c(Record.Kind.job.rawValue, $0.baseAddress, $0.count)
    }
    crc = detail.withUnsafeBytes { ccrypto_crc32c(crc, $0.baseAddress, $0.count) }
    for var text in [job.method.rawValue, job.displayURL, job.name ?? ""] {
      crc = text.withUTF8 { ccrypto_crc32c(crc, $0.baseAddress, $0.count) }
    }
    return crc
  }
}
