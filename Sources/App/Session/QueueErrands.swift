import ClientCore
import ClientModel
import ViewModels

/// What the session asks of the queue. What changed comes back as the client's news.
struct QueueErrands {
  private let client: Client

  init(_ client: Client) { self.client = client }

  func carryOut(_ effect: QueueEffect) async throws -> [AppEvent] {
    switch effect {
    case .loadJobs: break
    case .pause(let lane): _ = try await client.pause(lane)
    case .resume(let lane): _ = try await client.resume(lane)
    case .pauseAll: _ = try await client.pauseAll()
    case .resumeAll: _ = try await client.resumeAll()
    case .setLimit(let limit, let lane): _ = try await client.setLimit(limit, of: lane)
    case .liftHold(let lane): _ = try await client.liftHold(of: lane)
    case .hold(let job): return told(try await client.hold([job]))
    case .release(let job): return told(try await client.release([job]))
    case .retry(let job): return told(try await client.retry([job]))
    case .retryFailed: return told(try await client.retryFailed())
    case .runAgain(let job):
      let ids = try await client.runAgain([job])
      return ids.map { .composer(.submitted($0, .queued)) }
    case .showPage(let page, let job):
      let link: PageLink = page == .next ? .next : .previous
      let id = try await client.submitPage(link, of: job)
      return id.map { [.composer(.submitted($0, .now))] } ?? []
    case .resolve(let job): return told(try await client.resolve([job]))
    case .reorder(let job, .before(let other)):
      return told(try await client.reorder(job, to: .before(other)))
    case .reorder(let job, .after(let other)):
      return told(try await client.reorder(job, to: .after(other)))
    case .forget(let job): _ = try await client.forget([job])
    case .clearFinished:
      let count = try await client.clearFinished()
      return [
        .notice(
          Notice(
            .info,
            count == 1 ? "1 finished job was forgotten." : "\(count) finished jobs were forgotten.")
        )
      ]
    }
    return []
  }

  /// An order that changed nothing says so: the job moved on first.
  private func told(_ jobs: [Job]) -> [AppEvent] {
    guard jobs.isEmpty else { return [.queue(.changed(jobs))] }
    return [
      .notice(
        Notice(
          .warning, "Nothing changed.", why: "The job had moved on before the order came.",
          whatToDo: "Look at its state and choose again."))
    ]
  }
}
