import ClientCore
import ClientModel
import Testing
import ViewModels

@testable import weir

/// What the queue's effects do to the client, and what they report.
struct QueueEffectsTests {
  private let scripted: ScriptedClient
  private let effects: QueueEffects
  private let lane = LaneKey(name: "api")

  init() async throws {
    scripted = try await ScriptedClient()
    effects = QueueEffects(scripted.client)
  }

  private func state(of job: JobID) async throws -> JobState.Word? {
    try await scripted.client.jobs(matching: JobQuery(ids: [job])).first?.state.word
  }

  /// A job that waits in a paused lane.
  private func waitingJob() async throws -> JobID {
    _ = try await effects.carryOut(.pause(lane))
    return try await scripted.add()
  }

  @Test func `a paused lane starts nothing until it is resumed`() async throws {
    let job = try await waitingJob()
    #expect(try await state(of: job) == .waiting)
    #expect(try await effects.carryOut(.resume(lane)).isEmpty)
    _ = try await scripted.client.wait(for: [job])
    #expect(try await state(of: job) == .succeeded)
  }

  @Test func `a changed job is reported with its new state`() async throws {
    let job = try await waitingJob()
    guard case .queue(.changed(let held)) = try await effects.carryOut(.hold(job)).first else {
      return #expect(Bool(false), "the hold was not reported")
    }
    #expect(held.map(\.id) == [job] && held.map(\.state.word) == [.held])
  }

  @Test func `an order that comes too late says that nothing changed`() async throws {
    let job = try await scripted.run()
    for effect in [QueueEffect.hold(job), .release(job), .resolve(job), .pollNow(job)] {
      guard case .notice(let notice) = try await effects.carryOut(effect).first else {
        #expect(Bool(false), "\(effect) was not reported")
        continue
      }
      #expect(notice.kind == .warning && notice.what == "Nothing changed.", "\(effect)")
    }
    #expect(try await state(of: job) == .succeeded)
  }

  @Test func `of marked jobs that are cancelled, those that were not sent are reported`()
    async throws
  {
    let ended = try await scripted.run()
    let waiting = try await waitingJob()
    let held = try await scripted.add()
    _ = try await effects.carryOut(.hold(held))
    let events = try await effects.carryOut(.each(.cancel, [ended, waiting, held]))
    guard case .queue(.cancelledMarked(let unsent, let before, 0)) = events.first else {
      return #expect(Bool(false), "nothing was reported")
    }
    #expect(Set(unsent) == [waiting, held] && before == [held])
  }

  @Test func `running again makes another job`() async throws {
    let job = try await scripted.run()
    let events = try await effects.carryOut(.runAgain(job))
    guard case .composer(.submitted(let again, .queued, of: _)) = events.first else {
      return #expect(Bool(false), "no job was reported")
    }
    #expect(again != job && events.count == 1)
  }

  @Test func `the request of a job is edited as a draft`() async throws {
    let job = try await scripted.run()
    guard
      case .composer(.editing(let draft, job, let open))? =
        try await effects.carryOut(.edit(job)).first
    else { return #expect(Bool(false), "no draft came") }
    #expect(draft.method == "GET" && draft.url.hasPrefix("http") && open.isEmpty)
    let typed = Draft(
      url: "{{host}}/x/{id}", pathVariables: [DraftField("id", "7")], gateway: "api")
    let next = try await scripted.client.submit([
      NewJob(request: .fixture(), lane: lane, draft: typed)
    ])[0]
    guard
      case .composer(.editing(typed, of: next, open: []))? =
        try await effects.carryOut(.edit(next)).first
    else { return #expect(Bool(false), "the draft is not as it was typed") }
    guard case .notice(let notice)? = try await effects.carryOut(.edit(JobID(999))).first else {
      return #expect(Bool(false), "a deleted job was not reported")
    }
    #expect(notice.kind == .warning)
  }

  @Test func `finished jobs are counted as they are deleted`() async throws {
    _ = try await scripted.run()
    guard case .notice(let one) = try await effects.carryOut(.clearFinished(DeletionID(1))).first
    else {
      return #expect(Bool(false), "nothing was reported")
    }
    #expect(one.what == "1 job was deleted.")
    guard case .notice(let none) = try await effects.carryOut(.clearFinished(DeletionID(1))).first
    else {
      return #expect(Bool(false), "nothing was reported")
    }
    #expect(none.what == "0 jobs were deleted.")
  }

  @Test func `rows of a batch that is gone are none, and are not saved`() async throws {
    let reader = QueueReader(scripted.client)
    try await reader.show(0..<9, of: GraphID(7))
    #expect(await !reader.events().contains { if case .queue(.rows) = $0 { true } else { false } })
    guard
      case .notice(let notice) = try await effects.carryOut(
        .saveRows(of: GraphID(7), path: "/nowhere/rows.csv")
      ).first
    else { return #expect(Bool(false), "nothing was reported") }
    #expect(notice.kind == .warning && notice.what == "Nothing was saved.")
  }

  @Test func `retrying all failed jobs leaves those that the user deleted`() async throws {
    let failing = try await ScriptedClient([.json(nil, "*", "{}", status: 500)])
    let (kept, deleted) = (try await failing.run(), try await failing.run())
    let effects = QueueEffects(failing.client)
    try await failing.client.delete([deleted], as: DeletionID(1))
    guard case .queue(.changed(let retried))? = try await effects.carryOut(.retryFailed).first
    else { return #expect(Bool(false), "nothing was retried") }
    #expect(retried.map(\.id) == [kept])
    _ = try await failing.client.wait(for: [kept])
  }
}
