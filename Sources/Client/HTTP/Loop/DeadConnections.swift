import ClientModel

/// Jobs whose last attempt died on a reused connection or was refused as a stream of a shared one, and how often in
/// a row.
struct DeadConnections {
  private static let mostJobs = 10_000

  private var deaths: [JobID: Int] = [:]

  /// How often the attempts of a job died or were refused; nil when the last one was not.
  func count(of job: JobID) -> Int? { deaths.isEmpty ? nil : deaths[job] }

  /// Notes how a transfer ended.
  mutating func note(_ transfer: Transfer) {
    let job = transfer.id.job
    let died =
      transfer.repeats.wasRepeatRefused && transfer.connection.use == .reused
      && transfer.request.isRepeatable
    // A server that ends each connection after a few streams may refuse one job every time, unless that job
    // opens a connection and sends its first stream.
    if died || transfer.isUnprocessed {
      if deaths.count >= Self.mostJobs { deaths = [:] }
      deaths[job, default: 0] += 1
    } else if !deaths.isEmpty {
      deaths[job] = nil
    }
  }
}
