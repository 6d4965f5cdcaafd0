import ClientCore
import ClientModel

/// An index that finds the batch of a job without reading the job. The jobs of a batch have
/// consecutive ids, so an entry consists of a few numbers.
struct BatchIndex {
  struct Batch {
    var jobs: ClosedRange<Int64>
    var graph: GraphID
    /// The user's instruction, which determines whether jobs of the batch may start.
    var instruction: GraphRun.Instruction
  }

  /// The batches, sorted by job id. Their ranges do not overlap.
  private(set) var entries: [Batch] = []

  init(_ db: Database) throws {
    try Query(db, "SELECT first, last, graph, held FROM batches ORDER BY first").eachRow {
      row in
      guard row.integer(0) <= row.integer(1),
        let instruction = GraphRun.Instruction(rawValue: UInt8(truncatingIfNeeded: row.integer(3)))
      else { throw Failure.damaged("a batch's row contains an unknown value") }
      entries.append(
        Batch(
          jobs: row.integer(0)...row.integer(1), graph: GraphID(row.integer(2)),
          instruction: instruction))
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The batch that contains the job, or nil.
  subscript(job: JobID) -> Batch? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].jobs.upperBound < job.rawValue { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].jobs.contains(job.rawValue) else { return nil }
    return entries[low]
  }

  /// SQL conditions on `id` that exclude the jobs of all batches. Adjacent batches share one
  /// condition. More than 50 conditions are replaced by a subquery that looks up the batch of each
  /// job.
  var exclusions: [String] {
    var spans: [ClosedRange<Int64>] = []
    for entry in entries {
      if let last = spans.last, last.upperBound + 1 == entry.jobs.lowerBound {
        spans[spans.count - 1] = last.lowerBound...entry.jobs.upperBound
      } else {
        spans.append(entry.jobs)
      }
    }
    guard spans.count > 50 else {
      return spans.map { "id NOT BETWEEN \($0.lowerBound) AND \($0.upperBound)" }
    }
    return [
      "ifnull((SELECT last FROM batches WHERE first <= jobs.id ORDER BY first DESC LIMIT 1), 0) < id"
    ]
  }
}

extension StoreTables {
  func counts(of graph: GraphID) throws -> RowCounts {
    let query = try Query(db, "SELECT state, jobs FROM rowCounts WHERE graph = ?1")
    query.bind(1, graph.rawValue)
    var counts = RowCounts()
    try query.eachRow { row in
      guard let state = JobState.Word(code: row.integer(0)) else {
        throw Failure.damaged("a count of rows has an unknown state")
      }
      counts[state] = Int(row.integer(1))
    }
    return counts
  }

  func values(of rows: [JobID]) throws -> [JobID: [UInt8]] {
    guard !(try batches()).isEmpty else { return [:] }
    var found: [JobID: [UInt8]] = [:]
    let query = try Query(db, "SELECT value FROM rowValues WHERE job = ?1")
    for row in rows {
      query.bind(1, row.rawValue)
      guard let bytes = try query.first({ $0.blob(0) }) else { continue }
      var reader = try Record.open(bytes, at: .values(of: row), vault: vault)
      found[row] = try reader.sealed { (r) throws(Failure) in try r.blob() }
    }
    return found
  }
}

extension RowIdentity {
  static func values(of row: JobID) -> RowIdentity {
    RowIdentity(kind: .rowValues, key: row.rawValue)
  }
}
