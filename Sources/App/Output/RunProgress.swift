import ClientCore
import ClientModel

/// The progress of a queue run: the ended jobs and the jobs that are left.
struct RunProgress {
  private let began: Timestamp
  private var ended = 0
  /// The number of ended jobs, and the number of unfinished jobs that may still run, both at the
  /// last count.
  private var (base, left) = (0, 0)

  init(now: Timestamp) { began = now }

  /// The line. Jobs that are added during the run change the total.
  var line: ProgressLine {
    ProgressLine(
      title: "Running the queue",
      amount: .count(ended, of: max(ended, base + left), unit: "jobs"), began: began)
  }

  mutating func take(_ event: Event) {
    switch event.kind {
    case .finished: ended += 1
    case .dropped(let count): ended += count
    default: break
    }
  }

  /// Records the number of jobs that have not ended and may still run.
  mutating func count(_ lanes: [LaneTally]) {
    base = ended
    left = lanes.reduce(0) { sum, tally in
      let waiting = tally.lane.isPaused ? 0 : tally.counts[.waiting, default: 0]
      return sum + waiting + [.running, .polling].reduce(0) { $0 + tally.counts[$1, default: 0] }
    }
  }

  /// Shows the progress until the task is cancelled. Returns nil if there is nothing to show.
  static func follow(_ client: Client, on writer: ProgressWriter?) async -> Task<Void, Never>? {
    guard let writer else { return nil }
    let events = await client.eventLog(of: [.finished, .submitted])
    return Task {
      var progress = RunProgress(now: SystemClock().now)
      var nextCount = progress.began
      do throws(Failure) {
        progress.count(try await client.lanes())
        writer.show(progress.line)
        for await event in events {
          progress.take(event)
          if event.time >= nextCount {
            progress.count(try await client.lanes())
            nextCount = SystemClock().now.advanced(by: .seconds(1))
          }
          writer.show(progress.line)
        }
      } catch {
        // The run reports the failures of the store.
        writer.show(nil)
      }
    }
  }
}
