import ClientCore
import ClientDocuments
import ClientModel
import Glibc

/// The result file of a batch. Each line is a JSON object for one row, in the order of the input
/// file.
///
///     {"row":1,"values":{…},"job":17,"state":"succeeded","status":200,"body":…}
///
/// The rows are read from the store and written in chunks, so only a few rows are in memory at a
/// time.
struct RowResults {
  let run: GraphRun
  let client: Client

  /// The number of rows in a chunk.
  private static let portion = 500

  /// Writes the results to a new file or to standard output. If writing fails, the file is deleted.
  func save(to path: String) async throws {
    if OutputFile.isStandardOutput(path) { return try await eachPortion(StandardOutput.write) }
    let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw Self.refusal(path, errno) }
    do {
      defer { close(target) }
      try await eachPortion { lines in
        if let code = DescriptorWriting.fault(writing: lines, to: target) {
          throw Self.refusal(path, code)
        }
      }
      guard fsync(target) == 0 else { throw Self.refusal(path, errno) }
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Calls `body` with the lines of each chunk, in order.
  func eachPortion(_ body: ([UInt8]) throws -> Void) async throws {
    for first in stride(from: 0, to: run.plan.count, by: Self.portion) {
      try body(try await lines(of: first..<min(first + Self.portion, run.plan.count)))
    }
  }

  private func lines(of rows: Range<Int>) async throws -> [UInt8] {
    guard let first = run.job(ofRow: rows.lowerBound),
      let last = run.job(ofRow: rows.upperBound - 1)
    else { return [] }
    let jobs = try await client.jobs(
      matching: JobQuery(part: .span(first...last), order: .oldestFirst))
    let byID = Dictionary(jobs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let values = try await client.values(of: jobs.map(\.id))
    var bytes: [UInt8] = []
    for row in rows {
      guard let id = run.job(ofRow: row) else { continue }
      var record = RowRecord(row: row, id: id, run: run, job: byID[id])
      if let job = record.job {
        record.values = values[id] ?? Array("{}".utf8)
        try record.take(try await result(of: job))
      }
      bytes += try record.line
    }
    return bytes
  }

  /// Returns the last response to a job. Returns nil if the job has not ended or has no response.
  private func result(of job: Job) async throws -> AttemptResult? {
    guard job.attempts > 0, job.state.word.isFinished || job.state.word == .interrupted else {
      return nil
    }
    let attempts = try await client.attempts(of: job.id)
    return attempts.last { $0.result?.end == .responded }?.result
  }

  private static func refusal(_ path: String, _ code: Int32) -> Failure {
    Failure(
      code == ENOSPC ? .diskFull : .fileUnreadable,
      what: "The rows were not written to \(Console.safe(path)).",
      why: FileAccessError(code: code).why,
      whatToDo: code == EEXIST
        ? "Choose another name; Weir never overwrites files."
        : "Check the path, its permissions and the free space.")
  }
}

/// A row of a batch and its result, for `show gN --rows`.
struct RowRecord: JSONRecord {
  /// The index of the row, counted from 0.
  fileprivate let row: Int
  fileprivate let id: JobID
  fileprivate let run: GraphRun
  /// The job. It is nil if the job was deleted.
  fileprivate let job: Job?
  fileprivate var values: [UInt8]?
  private var body: VerbatimJSON?
  private var hasOtherBody = false
  private var charsetProblem: String?

  fileprivate init(row: Int, id: JobID, run: GraphRun, job: Job?) {
    (self.row, self.id, self.run, self.job) = (row, id, run, job)
  }

  /// Stores the body of a response in the record.
  ///
  /// JSON is unchanged except for line breaks. Other text becomes a JSON string. For any other
  /// body, `bodyFrom` is the command that prints the body.
  fileprivate mutating func take(_ result: AttemptResult?) throws {
    guard let result, result.body.length > 0 else { return }
    if case .inline(let stored) = result.body {
      let (text, decoding) = try ByteSource(stored).text(mediaType: result.head?.mediaType)
      charsetProblem = decoding.problem
      body = VerbatimJSON(.inline(try text.bytes(in: 0..<text.count)))
    }
    hasOtherBody = body == nil
  }

  static let table = JSONTable<RowRecord>(
    "row", "A row of a batch with its result.",
    [
      .always("row", .integer, "The number of the row, from 1.") { $0.row + 1 },
      .sometimes(
        "values", .map(.anything), "The columns of the row; absent if the job was deleted."
      ) {
        $0.values.map { VerbatimJSON($0) }
      },
      .always("job", .integer, "The id of its job.") { $0.id.rawValue },
      .always(
        "state", .word(JobState.Word.allCases.map(\.rawValue) + ["deleted"]),
        "The state of the job; `deleted` if the job was deleted."
      ) { record in record.job.map { record.run.state(of: $0).rawValue } ?? "deleted" },
      .sometimes("status", .integer, "The status of the response.") { $0.job?.status },
      .sometimes("body", .anything, "The body: JSON unchanged, other text as a string.") {
        $0.body
      },
      .sometimes("bodyFrom", .text, "The command that prints a large or binary body.") {
        $0.hasOtherBody ? "weir show \($0.id) --body" : nil
      },
      .sometimes(
        "charsetProblem", .text,
        "The reason why the body was not decoded in its declared charset."
      ) { $0.charsetProblem },
      .sometimes("error", FailureRecord.shape, "The reason why the row failed.") { record in
        record.job.flatMap { record.run.failure(of: $0) }.map(FailureRecord.init)
      },
    ])
}

extension GraphRun {
  /// Returns the failure of a failed or interrupted row. Returns nil in any other state.
  func failure(of job: Job) -> Failure? {
    switch job.state {
    case .failed(let failure): return failure
    case .interrupted(let knowledge):
      return Failure(
        .serviceFailure, what: "It is unknown whether job \(job.id) took effect.",
        why: knowledge.why,
        whatToDo: "Check on the server whether it took effect. Then retry the job, "
          + "or mark it as done with `weir queue resolve`.")
    case .held, .waiting, .running, .polling, .succeeded, .cancelled, .skipped: return nil
    }
  }
}
