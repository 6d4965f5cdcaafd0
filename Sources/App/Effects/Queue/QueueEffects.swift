import ClientCore
import ClientModel
import ClientPipeline
import ViewModels

/// The effect handler of the queue. Changes arrive as client events.
struct QueueEffects {
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
    case .setRate(let rate, let lane): _ = try await client.setRate(rate, of: lane)
    case .liftHold(let lane): _ = try await client.liftHold(of: lane)
    case .hold(let job): return changed(try await client.hold([job]))
    case .release(let job): return changed(try await client.release([job]))
    case .retry(let job):
      let jobs = try await client.retry([job])
      let notice = Notice(.info, "Job \(job) is in the queue again.")
      return changed(jobs) + (jobs.isEmpty ? [] : [.notice(notice)])
    case .retryFailed: return try await retryFailed()
    case .retryWithheld(let jobs): return changed(try await client.retry(jobs))
    case .runAgain(let job):
      let ids = try await client.runAgain([job])
      return ids.map { .composer(.submitted($0, .queued)) }
    case .edit(let job): return try await edit(job)
    case .showPage(let page, let job):
      let link: PageLink = page == .next ? .next : .previous
      let id = try await client.submitPage(link, of: job)
      return id.map { [.composer(.submitted($0, .immediate))] } ?? []
    case .resolve(let job): return changed(try await client.resolve([job]))
    case .reorder(let job, .before(let other)):
      return changed(try await client.reorder(job, to: .before(other)))
    case .reorder(let job, .after(let other)):
      return changed(try await client.reorder(job, to: .after(other)))
    case .each(let order, let jobs): return try await carryOut(order, on: jobs)
    case .pollNow(let job): return changed(try await client.pollNow([job]))
    case .pollAccepted(let job):
      let id = try await client.submitPoll(of: job)
      return id.map { [.composer(.submitted($0, .immediate))] } ?? []
    case .cancelAtServer(let job): return changed(try await client.cancelAtServer([job]))
    case .dropRemote(let job): _ = try await client.dropRemote([job])
    case .cancel(let jobs): _ = try await client.cancel(jobs)
    case .loadRows, .delete, .restore, .arrange, .searchOn, .fold, .listAll, .listEnded, .addLane:
      break
    case .findFailed(let graph, let row):
      return [
        .queue(.failedRow(try await client.failedRow(of: graph, after: row), of: graph))
      ]
    case .saveRows(let graph, let path): return [.notice(try await save(graph, to: path))]
    case .graph(let graph, .delete(let deletion)):
      let count = try await client.delete(graph, as: deletion)
      return count == nil ? changed(nil as GraphRun?) : []
    case .graph(let graph, let order):
      let run = try await carryOut(order, on: graph)
      guard order == .retry, let run, run.instruction == .hold else { return changed(run) }
      return [
        .notice(Notice(.info, "The failed jobs wait again.", why: "\(run.title) is still held."))
      ]
    case .readReport(let graph, let use):
      guard let report = try await client.report(of: graph) else { return [] }
      return [.queue(.reported(report, for: use, at: SystemClock().now))]
    case .showResult(let place, let name): return [.confirm(try await result(of: place, name))]
    case .clearFinished(let deletion):
      let count = try await client.clearFinished(as: deletion)
      return [.notice(.deleted(count, of: count))]
    }
    return []
  }

  /// Carries out one command on several jobs. Jobs whose state does not allow the command are only
  /// counted.
  private func carryOut(_ order: MarkedJobsCommand, on jobs: [JobID]) async throws -> [AppEvent] {
    var unsent: [JobID] = []
    var held: Set<JobID> = []
    let count: Int
    var begun = 0
    switch order {
    case .cancel:
      let before = try await client.jobs(matching: JobQuery(ids: jobs))
      held = Set(before.filter { $0.state.word == .held }.map(\.id))
      let cancelled = try await client.cancel(jobs)
      unsent = cancelled.filter { $0.state == .cancelled(sent: 0) }.map(\.id)
      (count, begun) = (cancelled.count, cancelled.count - unsent.count)
    case .retry: count = try await client.retry(jobs).count
    case .hold: count = try await client.hold(jobs).count
    case .release: count = try await client.release(jobs).count
    case .runAgain: count = try await client.runAgain(jobs).count
    case .resolve: count = try await client.resolve(jobs).count
    case .pollNow: count = try await client.pollNow(jobs).count
    case .cancelAtServer: count = try await client.cancelAtServer(jobs).count
    }
    let rest = jobs.count - count
    var notice = Notice(
      .info, "\(count.grouped) \(count == 1 ? "job was" : "jobs were") \(order.done).")
    if rest > 0 {
      notice = Notice(
        .warning, notice.what,
        why: "Jobs whose state does not allow the command: \(rest.grouped).",
        whatToDo: "Check their states.")
    }
    guard order == .cancel, count > 0 else { return [.notice(notice)] }
    if begun > 0 {
      notice.what +=
        begun == count
        ? " This cannot be undone."
        : " \(begun.grouped) of them had begun; for these, this cannot be undone."
    }
    let cancelled = QueueEvent.cancelledMarked(
      unsent: unsent, wereHeld: unsent.filter(held.contains), begun: begun)
    return [.queue(cancelled), .notice(notice)]
  }

  private func edit(_ job: JobID) async throws -> [AppEvent] {
    guard let requests = try await client.requests(of: job) else {
      return [
        .notice(
          Notice(
            .warning, "The request of job \(job) cannot be edited.",
            why: "The job has been deleted."))
      ]
    }
    let (draft, openTemplates) = requests.edited()
    return [.composer(.editing(draft, of: job, open: openTemplates))]
  }

  private func carryOut(
    _ order: QueueEffect.GraphCommand, on graph: GraphID
  ) async throws -> GraphRun? {
    switch order {
    case .cancel: try await client.cancel(graph)
    case .retry: try await client.retry(graph)
    case .hold: try await client.hold(graph)
    case .release: try await client.release(graph)
    case .delete: nil
    }
  }

  private func save(_ graph: GraphID, to name: String) async throws -> Notice {
    guard let run = try await client.graphs(matching: GraphQuery(ids: [graph])).first else {
      return Notice(.warning, "Nothing was saved.", why: "The batch has been deleted.")
    }
    let path = SystemVariables.expandingHome(in: name)
    try await RowResults(run: run, client: client).save(to: path)
    return Notice(.info, "Rows saved in \(path): \(run.plan.count.grouped).")
  }

  /// The maximum length of a result in a dialog, in bytes.
  private static let shownResult = 1000
  /// The maximum length of a result that a dialog never truncates, in bytes.
  ///
  /// A dialog truncates a word that is longer than a row. JSON without spaces is one word.
  private static let uncutResult = 50

  /// Returns the result of a local step.
  ///
  /// If the result does not fit into the dialog, only its beginning is shown. The full result is
  /// then offered in the pager.
  private func result(of place: GraphPosition, _ name: String) async throws -> Confirmation {
    let body = try await client.result(of: place)
    var answers = [Confirmation.Answer("Close")]
    var text = "The step has no result."
    if case .inline(let bytes) = body {
      text = String(decoding: bytes.prefix(Self.shownResult), as: UTF8.self)
      if bytes.count > Self.shownResult { text += "…" }
      if bytes.count > Self.uncutResult {
        // The response panel shows only jobs, and this step has no job.
        answers.insert(
          .init("All \(body.length) in the pager", [.response(.page(body, suffix: ".json"))]), at: 0
        )
      }
    }
    return Confirmation("The result of step \(name):", detail: text, answers: answers)
  }

  private func retryFailed() async throws -> [AppEvent] {
    let retry = try await client.retryFailed()
    // The client's events will contain all retried jobs. The first 500 are enough to show the
    // effect at once.
    let first = try await client.jobs(
      matching: JobQuery(ids: Array(retry.retried.prefix(500)), order: .oldestFirst))
    guard !retry.withheld.isEmpty else { return changed(first) }
    return [
      .queue(.changed(first)),
      .queue(.retryWithheld(retry.withheld, retried: retry.retried.count)),
    ]
  }

  private func changed(_ graph: GraphRun?) -> [AppEvent] {
    if graph != nil { return [] }
    return [
      .notice(
        Notice(
          .warning, "Nothing changed.",
          why: "The graph's state changed before the command arrived.",
          whatToDo: "Check its state and choose again."))
    ]
  }

  /// Returns the event with the changed jobs. If the command changed nothing, returns a notice,
  /// because the job's state had changed before.
  private func changed(_ jobs: [Job]) -> [AppEvent] {
    guard jobs.isEmpty else { return [.queue(.changed(jobs))] }
    return [
      .notice(
        Notice(
          .warning, "Nothing changed.", why: "The job's state changed before the command arrived.",
          whatToDo: "Check its state and choose again."))
    ]
  }
}
