import ClientCore
import ClientModel
import Synchronization

/// Answers attempts as a test says, at once or on request; records what it was given.
final class FakeTransport: Transport {
  enum Reply: Sendable {
    case response(Int, [ResponseField] = [])
    case body(Int, String)
    case json(String, [ResponseField] = [])
    case fail(Failure.Kind, FinishFacts.Sent)
    case result(AttemptResult)
    /// Nothing, until the test says more.
    case hang
  }

  struct Log: Sendable {
    var begun: [OutgoingAttempt] = []
    var open: [AttemptID: OutgoingAttempt] = [:]
    /// Those of the open ones that are being answered by the script: nobody else is to answer them.
    var answering: Set<AttemptID> = []
    var most = 0
    var cancelled: [AttemptID] = []
  }

  let events: AsyncStream<[TransportEvent]>
  private let source: AsyncStream<[TransportEvent]>.Continuation
  let log = Mutex(Log())
  /// Whether a connection can be established; how often that was asked.
  let connection = Mutex<@Sendable () -> Bool>({ true })
  let probes = Mutex(0)
  private let script: @Sendable (OutgoingAttempt) -> Reply

  init(_ script: @escaping @Sendable (OutgoingAttempt) -> Reply = { _ in .response(200) }) {
    (events, source) = AsyncStream.makeStream()
    self.script = script
  }

  var begun: [OutgoingAttempt] { log.withLock { $0.begun } }
  /// The requests that hang.
  var open: [AttemptID] {
    log.withLock { log in
      log.open.keys.filter { !log.answering.contains($0) }.sorted { $0.job < $1.job }
    }
  }
  var most: Int { log.withLock { $0.most } }

  func begin(_ attempts: [OutgoingAttempt]) {
    let replies = attempts.map(script)
    log.withLock { log in
      for (attempt, reply) in zip(attempts, replies) {
        log.begun.append(attempt)
        log.open[attempt.id] = attempt
        if case .hang = reply { continue }
        log.answering.insert(attempt.id)
      }
      log.most = max(log.most, log.open.count)
    }
    for (attempt, reply) in zip(attempts, replies) { self.reply(attempt.id, reply) }
  }

  func reply(_ id: AttemptID, _ reply: Reply) {
    switch reply {
    case .hang: return
    case .response(let status, let fields):
      finish(
        id,
        AttemptResult(end: .responded, head: ResponseHead(status: status, fields: fields)),
        .something)
    case .result(let result): finish(id, result, .something)
    case .json(let text, let fields):
      let type = ResponseField("Content-Type", "application/json; charset=utf-8")
      finish(
        id,
        AttemptResult(
          end: .responded, head: ResponseHead(status: 200, fields: [type] + fields),
          body: .inline(Array(text.utf8))),
        .something)
    case .body(let status, let text):
      finish(
        id,
        AttemptResult(
          end: .responded, head: ResponseHead(status: status), body: .inline(Array(text.utf8))),
        .something)
    case .fail(let kind, let sent):
      finish(id, AttemptResult(end: .failed(.fixture(kind))), sent)
    }
  }

  func finish(_ id: AttemptID, _ result: AttemptResult, _ sent: FinishFacts.Sent) {
    guard log.withLock({ $0.open.removeValue(forKey: id) }) != nil else { return }
    source.yield([.finished(id, result, FinishFacts(sent: sent))])
  }

  func tell(_ events: [TransportEvent]) { source.yield(events) }

  func cancel(_ attempts: [AttemptID]) {
    log.withLock { $0.cancelled += attempts }
    for id in attempts { finish(id, AttemptResult(end: .cancelled), .something) }
  }

  func connects(for request: WireRequest) async -> Bool {
    probes.withLock { $0 += 1 }
    return connection.withLock { $0 }()
  }

  func shutDown() async { source.finish() }
}

extension Failure {
  static func fixture(_ kind: Kind = .connectionLost) -> Failure {
    Failure(kind, what: "It did not work.", why: "A test says so.", whatToDo: "Nothing.")
  }
}
