import ClientModel
import JobFixtures
import Testing
import ViewModels

@testable import weir

/// The order in which effects are carried out.
struct EffectTasksTests {
  private static let lane = LaneKey(workspace: "", name: "http://a.example")

  /// Returns whether an effect waits for the end of an earlier one.
  private func waits(_ later: Effect, for earlier: Effect) throws -> Bool {
    let (later, earlier) = (
      try #require(later.forClient).effect, try #require(earlier.forClient).effect
    )
    return ([later.serialQueue] + type(of: later).follows).contains(earlier.serialQueue)
  }

  @Test(arguments: [
    [Effect.queue(.pause(Self.lane)), .queue(.resume(Self.lane))],
    [.queue(.pauseAll), .queue(.resume(Self.lane))],
    [.queue(.pause(Self.lane)), .sending(.submit(Draft(), .queued))],
    [.queue(.pauseAll), .sending(.submitPrepared(1))],
    [.queue(.pauseAll), .graphs(.run("g"))],
    [.queue(.hold(JobID(1))), .queue(.release(JobID(1)))],
    [.queue(.retry(JobID(1))), .queue(.cancel([JobID(2), JobID(1)]))],
    [.queue(.clearFinished(DeletionID(1))), .queue(.runAgain(JobID(1)))],
    [.queue(.graph(GraphID(1), .cancel)), .queue(.retry(JobID(5)))],
    [.sending(.submit(Draft(), .queued)), .sending(.submit(Draft(), .queued))],
    [.sending(.submit(Draft(), .immediate)), .graphs(.run("g"))],
    [.queue(.runAgain(JobID(1))), .sending(.submitPrepared(1))],
    [.environments(.choose("b")), .sending(.submit(Draft(), .immediate))],
    [.sending(.submit(Draft(), .immediate)), .environments(.choose("b"))],
    [.sending(.prepareRows(of: Draft(), path: "rows.csv")), .environments(.choose("b"))],
    [.cookies(.clear), .sending(.submit(Draft(), .immediate))],
    [.cache(.clear), .sending(.submit(Draft(), .immediate))],
    [.shared(.clear), .graphs(.run("g"))],
    [.requests(.save(Draft(), name: "a", .allowed)), .requests(.load("a"))],
    [.requests(.load("a")), .environments(.choose("b"))],
    [.gateways(.write("x")), .graphs(.run("g"))],
    [.workspace(.trust), .sending(.submit(Draft(), .immediate))],
    [.drafts(.store(StoredRequests([]))), .drafts(.store(nil))],
    [.response(.load(JobID(1))), .response(.load(JobID(2)))],
    [.confirmed(.sending(.submit(Draft(), .queued)), environment: "live"), .graphs(.run("g"))],
  ])
  func `an effect waits for an earlier one that it depends on`(pair: [Effect]) throws {
    #expect(try waits(pair[1], for: pair[0]))
  }

  @Test(arguments: [
    Effect.sending(.prepareRows(of: Draft(), path: "rows.csv")), .queue(.retryFailed),
    .response(.load(JobID(1))), .requests(.importFile("a.yaml")), .drafts(.store(nil)),
    .listFolder("/"), .history(.load("", before: nil, number: 1)),
  ])
  func `a pause waits for nothing but commands on lanes`(earlier: Effect) throws {
    for pause in [Effect.queue(.pauseAll), .queue(.pause(Self.lane))] {
      #expect(try !waits(pause, for: earlier))
    }
  }

  @Test func `a command on a job does not wait for new jobs`() throws {
    let cancel = Effect.queue(.cancel([JobID(1)]))
    #expect(try !waits(cancel, for: .sending(.submit(Draft(), .queued))))
    #expect(try !waits(cancel, for: .sending(.submitPrepared(1))))
  }

  @Test func `each effect for a handler has one, and the others have none`() {
    let handled: [Effect] = [
      .cookies(.list), .cache(.list), .shared(.list), .gateways(.list), .environments(.list),
      .catalogs(.list), .graphs(.run("g")), .history(.load("", before: nil, number: 1)),
    ]
    #expect(handled.allSatisfy { $0.forClient != nil })
    #expect(Effect.redraw.forClient == nil && Effect.copy("a", what: "b").forClient == nil)
  }

  /// The names of the effects that ended, and of those that may end.
  private actor Record {
    private(set) var ended: [String] = []
    private var waiting: [String: CheckedContinuation<Void, Never>] = [:]
    private var released: Set<String> = []

    func run(_ name: String) async {
      if !released.contains(name) { await withCheckedContinuation { waiting[name] = $0 } }
      ended.append(name)
    }

    func release(_ name: String) {
      released.insert(name)
      waiting.removeValue(forKey: name)?.resume()
    }
  }

  @Test func `an effect that waits delays those that depend on it, and no others`() async {
    let record = Record()
    var tasks = EffectTasks()
    let (other, done) = AsyncStream<Void>.makeStream()
    tasks.add(EnvironmentsEffect.choose("b")) { await record.run("environment") }
    tasks.add(SendingEffect.submit(Draft(), .immediate)) { await record.run("request") }
    tasks.add(QueueEffect.pauseAll) {
      await record.run("pause")
      done.finish()
    }
    await record.release("pause")
    await record.release("request")
    for await _ in other {}
    #expect(await record.ended == ["pause"])
    await record.release("environment")
    let (last, end) = AsyncStream<Void>.makeStream()
    tasks.add(WorkspaceEffect.askForTrust) { end.finish() }
    for await _ in last {}
    #expect(await record.ended == ["pause", "environment", "request"])
  }

  @Test func `no effect is accepted after the end`() async {
    let record = Record()
    var tasks = EffectTasks()
    let (first, end) = AsyncStream<Void>.makeStream()
    tasks.add(QueueEffect.pauseAll) { end.finish() }
    tasks.close()
    tasks.add(QueueEffect.resumeAll) { await record.run("late") }
    for await _ in first {}
    #expect(await record.ended.isEmpty)
  }
}
