import ClientCore
import ClientModel
import ClientStore

/// A job and the columns of its row that `Job` lacks. Only one thread at a time may use it.
final class PostgresJob {
  var job: Job
  let lane: Int64
  /// The number of bytes that deleting the job frees.
  var stored: Int64
  /// The batch of the job, or nil.
  let batch: Batch?
  /// The state that is stored in the row.
  var storedState: JobState.Word
  /// The time of the state that is stored in the row.
  let storedSince: Timestamp
  /// Whether this replaces an unreadable row. It is never written.
  let isDamaged: Bool

  struct Batch {
    let graph: GraphID
    let instruction: GraphRun.Instruction
  }

  init(_ job: Job, lane: Int64, stored: Int64) {
    (self.job, self.lane, self.stored) = (job, lane, stored)
    (storedState, storedSince) = (job.state.word, job.since)
    (batch, isDamaged) = (nil, false)
  }

  static let columns = """
    jobs.id, jobs.lane, state, detail, since, created, priority, position, scheduling, method, \
    url, jobs.name, repeatable, attempts, status, length, elapsed, cancel, stored, b.graph, b.held
    """

  /// The table of jobs, each with its batch.
  static let source = """
    jobs LEFT JOIN LATERAL (SELECT last, graph, held FROM batches WHERE first <= jobs.id \
    ORDER BY first DESC LIMIT 1) b ON b.last >= jobs.id
    """

  /// Reads a row with the columns `columns`. An unreadable row becomes a failed job, so that lists
  /// remain complete.
  init(_ row: PostgresRow, coder: RecordCoder, key: (Int64) throws -> LaneKey) throws {
    lane = row.integer(1)
    stored = row.integer(18)
    let word = JobState.Word(code: row.integer(2))
    var found = Job(
      id: JobID(row.integer(0)), state: .waiting(.slot),
      since: Timestamp(milliseconds: row.integer(4)),
      created: Timestamp(milliseconds: row.integer(5)), lane: try key(lane),
      priority: Int(row.integer(6)), position: row.real(7),
      scheduling: Job.Scheduling(rawValue: UInt8(truncatingIfNeeded: row.integer(8))) ?? .queued,
      method: HTTPMethod(row.text(9) ?? "") ?? .get, displayURL: row.text(10) ?? "",
      name: row.text(11), isRepeatable: row.flag(12), attempts: Int(row.integer(13)),
      status: row.isNull(14) ? nil : Int(row.integer(14)),
      bodyLength: row.isNull(15) ? nil : ByteCount(row.integer(15)),
      elapsed: row.isNull(16) ? nil : .nanoseconds(row.integer(16)),
      cancelRequested: row.flag(17))
    var failure: Failure?
    do throws(Failure) { try coder.read(row.blob(3), into: &found) } catch { failure = error }
    if let failure { found.state = .failed(failure) }
    (job, storedState, storedSince) = (found, word ?? .failed, found.since)
    isDamaged = failure != nil || word != found.state.word
    batch =
      row.isNull(19)
      ? nil
      : Batch(
        graph: GraphID(row.integer(19)),
        instruction: GraphRun.Instruction(rawValue: UInt8(truncatingIfNeeded: row.integer(20)))
          ?? .hold)
  }
}

/// The columns of several jobs, each as an array for one statement.
struct PostgresJobColumns {
  private var ids: [Int64] = []
  private var lanes: [Int64] = []
  private var states: [Int64] = []
  private var details: [[UInt8]] = []
  private var since: [Int64] = []
  private var created: [Int64] = []
  private var priorities: [Int64] = []
  private var positions: [Double] = []
  private var schedulings: [Int64] = []
  private var methods: [String] = []
  private var urls: [String] = []
  private var names: [String?] = []
  private var repeatable: [Bool] = []
  private var attempts: [Int64] = []
  private var statuses: [Int64?] = []
  private var lengths: [Int64?] = []
  private var elapsed: [Int64?] = []
  private var cancels: [Bool] = []
  private var stored: [Int64] = []
  private var done: [Bool] = []
  private var ended: [Int64?] = []
  private var ready: [Int64?] = []

  var count: Int { ids.count }

  mutating func append(_ row: PostgresJob, _ coder: RecordCoder) throws(Failure) {
    let job = row.job
    ids.append(job.id.rawValue)
    lanes.append(row.lane)
    states.append(job.state.word.code)
    details.append(try coder.detail(of: job))
    since.append(job.since.milliseconds)
    created.append(job.created.milliseconds)
    priorities.append(Int64(job.priority))
    positions.append(job.position)
    schedulings.append(Int64(job.scheduling.rawValue))
    methods.append(job.method.rawValue)
    urls.append(job.displayURL)
    names.append(job.name)
    repeatable.append(job.isRepeatable)
    attempts.append(Int64(job.attempts))
    statuses.append(job.status.map(Int64.init))
    lengths.append(job.bodyLength?.bytes)
    elapsed.append(
      job.elapsed.map {
        $0.components.seconds * 1_000_000_000 + $0.components.attoseconds / 1_000_000_000
      })
    cancels.append(job.cancelRequested)
    stored.append(row.stored)
    done.append(job.state.word.isFinished)
    ended.append(job.state.word.isFinished ? job.since.milliseconds : nil)
    ready.append(job.readyColumn)
  }

  var parameters: [PostgresValue] {
    [
      .integers(ids), .integers(lanes), .integers(states), .blobs(details), .integers(since),
      .integers(created), .integers(priorities), .reals(positions), .integers(schedulings),
      .texts(methods), .texts(urls), .texts(names), .flags(repeatable), .integers(attempts),
      .integers(statuses), .integers(lengths), .integers(elapsed), .flags(cancels),
      .integers(stored), .flags(done), .integers(ended), .integers(ready),
    ]
  }

  private static let columns = """
    id, lane, state, detail, since, created, priority, position, scheduling, method, url, name, \
    repeatable, attempts, status, length, elapsed, cancel, stored, done, ended, \
    ready
    """

  private static let source = """
    unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bigint[], $6::bigint[], \
    $7::bigint[], $8::double precision[], $9::bigint[], $10::text[], $11::text[], $12::text[], \
    $13::boolean[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[], $18::boolean[], \
    $19::bigint[], $20::boolean[], $21::bigint[], $22::bigint[]) AS r(\(columns))
    """

  static let insert = "INSERT INTO jobs(\(columns)) SELECT \(columns) FROM \(source)"

  /// Writes every column that can change. PostgreSQL updates a row in place if the indexed columns
  /// keep their values.
  static let update = """
    UPDATE jobs SET state = r.state, detail = r.detail, since = r.since, priority = r.priority, \
    position = r.position, method = r.method, url = r.url, repeatable = r.repeatable, \
    attempts = r.attempts, status = r.status, length = r.length, elapsed = r.elapsed, \
    cancel = r.cancel, stored = r.stored, done = r.done, ended = r.ended, ready = r.ready \
    FROM \(source) WHERE jobs.id = r.id
    """
}

extension Job {
  /// The time from which the job may start: 0 if it waits only for a slot, and nil if it does not
  /// wait for its start.
  fileprivate var readyColumn: Int64? {
    if cancelRequested { return nil }
    switch state {
    case .waiting(.slot): return 0
    case .waiting(.until(let time)), .polling(_, let time?): return time.milliseconds
    case .waiting(.job), .polling(_, nil), .held, .running, .succeeded, .failed, .cancelled,
      .skipped, .interrupted:
      return nil
    }
  }
}
