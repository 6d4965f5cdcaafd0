import ClientCore
import ClientDocuments
import ClientModel
import Glibc

/// The result file of a batch: one line with one JSON object for each row, in the order of the
/// input file.
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

  /// Writes the results to a new file, or to standard output. Deletes the file if writing fails.
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
      guard let job = byID[id] else {
        bytes += Array("{\"row\":\(row + 1),\"job\":\(id),\"state\":\"deleted\"}\n".utf8)
        continue
      }
      bytes += Array("{\"row\":\(row + 1),\"values\":".utf8) + (values[id] ?? Array("{}".utf8))
      bytes += try await rest(of: job)
    }
    return bytes
  }

  /// Returns the rest of the line, from the member `job` to the end.
  private func rest(of job: Job) async throws -> [UInt8] {
    var text = ",\"job\":\(job.id),\"state\":\"\(run.state(of: job).rawValue)\""
    if let status = job.status { text += ",\"status\":\(status)" }
    var bytes = Array(text.utf8)
    if job.attempts > 0, job.state.word.isFinished || job.state.word == .interrupted {
      let attempts = try await client.attempts(of: job.id)
      if let result = attempts.last(where: { $0.result?.end == .answered })?.result {
        bytes += try field(of: result, job.id)
      }
    }
    if let failure = run.failure(of: job) {
      bytes += Array(",\"error\":".utf8)
      bytes += try JSONOutput.line(FailureRecord(failure)).dropLast()
    }
    return bytes + Array("}\n".utf8)
  }

  /// Returns the member `body` or `bodyFrom` and, if the charset is a problem, `charsetProblem`. In
  /// `body`, JSON is unchanged except for line breaks, and other text is a JSON string. `bodyFrom`
  /// is the command that prints any other body.
  private func field(of result: AttemptResult, _ job: JobID) throws -> [UInt8] {
    if result.body.length == 0 { return [] }
    var problem: [UInt8] = []
    if case .inline(let stored) = result.body {
      let (text, decoding) = try ByteSource(stored).text(mediaType: result.head?.mediaType)
      if let words = decoding.problem {
        problem = Array(",\"charsetProblem\":".utf8)
        problem += try JSONOutput.line(words).dropLast()
      }
      if let value = VerbatimJSON(.inline(try text.bytes(in: 0..<text.count))) {
        return Array(",\"body\":".utf8) + value.text + problem
      }
    }
    return Array(",\"bodyFrom\":\"weir show \(job) --body\"".utf8) + problem
  }

  private static func refusal(_ path: String, _ code: Int32) -> Failure {
    Failure(
      code == ENOSPC ? .diskFull : .fileUnreadable,
      what: "The rows were not written to \(Console.safe(path)).",
      why: FileTrouble(code: code).why,
      whatToDo: code == EEXIST
        ? "Choose another name; Weir never overwrites a file."
        : "Check the path, its permissions and the free space.")
  }
}

extension GraphRun {
  /// Returns the failure of a failed or interrupted row, or nil for a row in another state.
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
