import ClientCore
import ClientModel

/// The reporter of retries. It prints a line to standard error for each retry and for each new
/// state of a remote job.
struct RetryReporter: Sendable {
  /// A job whose retries are reported. It has a name and a maximum number of attempts.
  struct RetriedJob {
    /// The name of the step. It is nil for the only request of a command.
    var step: String?
    var most: Int
  }

  let client: Client

  /// Reports until its task is cancelled.
  ///
  /// - Parameters:
  ///   - events: The client's events since before the jobs were submitted.
  ///   - find: Returns the job if the command waits for it. Returns nil for any other job.
  func run(
    _ events: AsyncStream<ClientEvent>, _ find: (Job) async throws(Failure) -> RetriedJob?
  ) async {
    var reported: [JobID: Int] = [:]
    var reportedWords: [JobID: String] = [:]
    for await event in events {
      guard case .jobsChanged(let jobs) = event else { continue }
      for job in jobs where reported[job.id] != job.seriesAttempts {
        // Each poll is an attempt, but only new states of the remote job are reported.
        if case .polling(let word, _) = job.state, reportedWords[job.id] != word {
          reportedWords[job.id] = word
          do throws(Failure) {
            guard let known = try await find(job),
              let line = RemoteLine.text(of: job, now: SystemClock().now)
            else { continue }
            Console.complain(known.step.map { "\(Console.safe($0)): \(line)" } ?? line)
          } catch {
            return
          }
        }
        guard case .waiting(.until) = job.state else { continue }
        reported[job.id] = job.seriesAttempts
        do throws(Failure) {
          guard let known = try await find(job) else { continue }
          let last = try await client.attempts(of: job.id).last { $0.result != nil }?.result
          let line = RetryLine.text(of: job, after: last, most: known.most, now: SystemClock().now)
          guard let line else { continue }
          Console.complain(known.step.map { "\(Console.safe($0)): \(line)" } ?? line)
        } catch {
          // The command reads the same rows and reports their errors.
          return
        }
      }
    }
  }

  /// Returns the job if it runs a step of this graph. Returns nil for any other job.
  func step(
    of job: Job, in graph: GraphID, _ plan: GraphPlan
  ) async throws(Failure) -> RetriedJob? {
    guard let place = try await client.places(of: [job.id])[job.id], place.graph == graph,
      plan.steps.indices.contains(place.step),
      let request = try await client.request(of: job.id)
    else { return nil }
    return RetriedJob(step: plan.steps[place.step].name, most: request.options.retry.attempts)
  }
}
