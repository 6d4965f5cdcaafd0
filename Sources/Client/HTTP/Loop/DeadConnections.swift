import ClientModel

/// Jobs whose last attempt died on a reused connection, and how often in a row.
struct DeadConnections {
  private static let mostJobs = 10_000

  private var deaths: [JobID: Int] = [:]

  /// How often the attempts of a job died; nil when the last one did not.
  func count(of job: JobID) -> Int? { deaths.isEmpty ? nil : deaths[job] }

  /// Notes how a transfer ended.
  mutating func note(_ transfer: Transfer) {
    let job = transfer.id.job
    if transfer.repeats.wasRepeatRefused, transfer.connection.use == .reused,
      transfer.request.isRepeatable
    {
      if deaths.count >= Self.mostJobs { deaths = [:] }
      deaths[job, default: 0] += 1
    } else if !deaths.isEmpty {
      deaths[job] = nil
    }
  }
}
