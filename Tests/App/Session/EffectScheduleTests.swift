import ClientModel
import JobFixtures
import Testing
import ViewModels

@testable import weir

/// Which effects wait for which.
struct EffectScheduleTests {
  private let lane = LaneKey(workspace: "", name: "http://a.example")
  private let other = LaneKey(workspace: "", name: "http://b.example")
  private let batch = Effect.queue(.submitEach(Draft(), path: "rows.csv"))

  /// Takes effects one after the other. Returns those that started at once.
  private func started(_ effects: [Effect]) -> [Effect] {
    var schedule = EffectSchedule()
    return (schedule.open() + effects.flatMap { schedule.add($0) }).map(\.effect)
  }

  @Test func `a pause does not wait for a batch that is being added`() {
    let pauses: [Effect] = [
      .queue(.pause(lane)), .queue(.setLimit(1, of: other)), .cancel([JobID(7)]),
      .queue(.hold(JobID(8))), .submit(Draft(), .immediate), .queue(.loadJobs(offset: 0, limit: 9)),
    ]
    #expect(started([batch] + pauses) == [batch] + pauses)
    #expect(started([batch, .queue(.pauseAll)]) == [batch, .queue(.pauseAll)])
  }

  @Test(arguments: [
    [Effect.queue(.pause(Self.key)), .queue(.resume(Self.key))],
    [.queue(.pauseAll), .queue(.resume(Self.key))],
    [.queue(.pause(Self.key)), .queue(.resumeAll)],
    [.queue(.pause(Self.key)), .submit(Draft(), .queued)],
    [.queue(.pauseAll), .queue(.submitPrepared(1))],
    [.queue(.setLimit(2, of: Self.key)), .queue(.setLimit(3, of: Self.key))],
    [.queue(.hold(JobID(1))), .queue(.release(JobID(1)))],
    [.queue(.retry(JobID(1))), .cancel([JobID(2), JobID(1)])],
    [.queue(.reorder(JobID(1), .after(JobID(2)))), .queue(.reorder(JobID(2), .after(JobID(3))))],
    [.queue(.clearFinished(DeletionID(1))), .queue(.runAgain(JobID(1)))],
    [.queue(.graph(GraphID(1), .cancel)), .queue(.retry(JobID(5)))],
    [.queue(.retry(JobID(5))), .queue(.retryFailed)],
    [.submit(Draft(), .queued), .submit(Draft(), .queued)],
    [.submit(Draft(), .immediate), .submit(Draft(), .immediate)],
    [.queue(.runAgain(JobID(1))), .queue(.submitPrepared(1))],
    [.environments(.choose("b")), .submit(Draft(), .immediate)],
    [.cookies(.clear), .submit(Draft(), .immediate)],
    [.shared(.clear), .queue(.runGraph("g"))],
    [.requests(.save(Draft(), name: "a", .allowed)), .requests(.load("a"))],
    [.requests(.load("a")), .requests(.load("b"))],
    [.requests(.load("a")), .environments(.choose("b"))],
    [.gateways(.write("x")), .queue(.runGraph("g"))],
    [.storeRequests(StoredRequests([])), .storeRequests(nil)],
    [.queue(.loadJobs(offset: 0, limit: 1)), .queue(.loadJobs(offset: 9, limit: 1))],
    [.response(.load(JobID(1))), .response(.load(JobID(2)))],
    [.listFolder("a"), .listFolder("b")],
  ])
  func `an effect waits for the one before it that it depends on`(pair: [Effect]) {
    var schedule = EffectSchedule()
    _ = schedule.open()
    let first = schedule.add(pair[0])
    #expect(first.map(\.effect) == [pair[0]])
    #expect(schedule.add(pair[1]).isEmpty)
    #expect(schedule.finish(first[0].ticket).map(\.effect) == [pair[1]])
  }

  private static let key = LaneKey(workspace: "", name: "http://a.example")

  @Test func `orders to two lanes and to two jobs run at the same time`() {
    let effects: [Effect] = [
      .queue(.pause(lane)), .queue(.pause(other)), .queue(.hold(JobID(1))), .cancel([JobID(2)]),
      .queue(.clearFinished(DeletionID(1))),
    ]
    #expect(started(effects) == Array(effects.dropLast()))
  }

  @Test func `nothing overtakes an effect that waits and that it depends on`() {
    var schedule = EffectSchedule()
    _ = schedule.open()
    let cancel = schedule.add(.cancel([JobID(1)]))
    #expect(schedule.add(.queue(.retryFailed)).isEmpty)
    #expect(schedule.add(.queue(.hold(JobID(2)))).isEmpty)
    let all = schedule.finish(cancel[0].ticket)
    #expect(all.map(\.effect) == [.queue(.retryFailed)])
    #expect(schedule.finish(all[0].ticket).map(\.effect) == [.queue(.hold(JobID(2)))])
  }

  @Test func `an environment can be chosen as soon as a batch has read the one before`() {
    var schedule = EffectSchedule()
    _ = schedule.open()
    let ticket = schedule.add(batch)[0].ticket
    #expect(schedule.add(.environments(.choose("b"))).isEmpty)
    #expect(schedule.release(.workspace, of: ticket).map(\.effect) == [.environments(.choose("b"))])
    // Numbers are still given in order.
    #expect(schedule.add(.submit(Draft(), .queued)).isEmpty)
  }

  @Test func `effects wait until the client is open, and none is taken after the end`() {
    var schedule = EffectSchedule()
    #expect(schedule.add(.queue(.pause(lane))).isEmpty)
    let opened = schedule.open()
    #expect(opened.map(\.effect) == [.queue(.pause(lane))])
    #expect(schedule.add(.queue(.resume(lane))).isEmpty)
    schedule.close()
    #expect(schedule.add(.queue(.pause(other))).isEmpty)
    #expect(schedule.finish(opened[0].ticket).map(\.effect) == [.queue(.resume(lane))])
  }

  @Test func `pausing all lanes holds for what was asked for before it, until they are resumed`() {
    var schedule = EffectSchedule()
    _ = schedule.open()
    let before = schedule.add(batch)[0].ticket
    #expect(!schedule.pausesAdditions(of: before))
    let pause = schedule.add(.queue(.pauseAll))[0].ticket
    #expect(schedule.pausesAdditions(of: before))
    _ = schedule.finish(pause)
    let after = schedule.add(.submit(Draft(), .immediate))[0].ticket
    #expect(!schedule.pausesAdditions(of: after))
    #expect(schedule.pausesAdditions(of: before))
    _ = schedule.add(.queue(.resumeAll))
    #expect(!schedule.pausesAdditions(of: before))
  }
}
