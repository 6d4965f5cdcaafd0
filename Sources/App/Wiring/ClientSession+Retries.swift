import ClientCore
import ClientModel

extension ClientSession {
  /// Tells on standard error, a line for each, when jobs wait for their next try; ends when its task
  /// is cancelled.
  ///
  /// - Parameters:
  ///   - news: The client's events from before the jobs were submitted.
  ///   - ids: The jobs that are waited for; others are passed over.
  ///   - most: How often the request may be tried in all.
  func tellOfRetries(
    _ news: AsyncStream<ClientEvent>, of ids: [JobID], most: Int
  ) async {
    var told: [JobID: Int] = [:]
    for await event in news {
      guard case .jobsChanged(let jobs) = event else { continue }
      for job in jobs where ids.contains(job.id) && told[job.id] != job.tries {
        guard case .waiting(.until) = job.state else { continue }
        told[job.id] = job.tries
        do throws(Failure) {
          let last = try await client.attempts(of: job.id).last { $0.result != nil }?.result
          let line = RetryLine.text(of: job, after: last, most: most, now: SystemClock().now)
          if let line { Console.complain(line) }
        } catch {
          // The command itself reads the same rows and says what is wrong with them.
          return
        }
      }
    }
  }
}
