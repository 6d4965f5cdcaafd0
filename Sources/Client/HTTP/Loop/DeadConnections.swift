import ClientModel

/// The jobs whose last attempt died on a reused connection or was refused as an HTTP/2 stream, with
/// the number of such attempts in a row.
struct DeadConnections {
  private static let mostJobs = 10_000

  private var deaths: [JobID: Int] = [:]

  /// Returns the number of a job's attempts that died or were refused in a row, or nil if the last
  /// one was not.
  func count(of job: JobID) -> Int? { deaths.isEmpty ? nil : deaths[job] }

  /// Records the end of a transfer.
  mutating func note(_ transfer: Transfer) {
    let job = transfer.id.job
    let died =
      transfer.repeats.wasRepeatRefused && transfer.connection.use == .reused
      && transfer.request.isRepeatable
    // A server that ends each connection after a few streams may refuse the same job every time,
    // unless the job opens a new connection and sends the first stream on it.
    if died || transfer.isUnprocessed {
      if deaths.count >= Self.mostJobs { deaths = [:] }
      deaths[job, default: 0] += 1
    } else if !deaths.isEmpty {
      deaths[job] = nil
    }
  }
}
