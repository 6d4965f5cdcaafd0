public import ClientCore
public import ClientModel
import Synchronization

/// A transport that takes responses from a script. It uses no network and is meant for
/// demonstrations and tests.
///
/// The first response that matches a request is used. A request without a match fails as if its
/// host were unknown. All delays use the given clock.
public final class ScriptedTransport: Transport {
  private struct State {
    var running: [AttemptID: Task<Void, Never>] = [:]
    var isStopped = false
  }

  public let events: AsyncStream<[TransportEvent]>
  private let continuation: AsyncStream<[TransportEvent]>.Continuation
  private let script: @Sendable (OutgoingAttempt) -> ScriptedResponse?
  private let clock: any Clock<Duration>
  private let state = Mutex(State())

  /// Creates a transport with a list of responses.
  ///
  /// - Parameter responses: The responses. The first match is used.
  public convenience init(
    _ responses: [ScriptedResponse], clock: any Clock<Duration> = QuietClock()
  ) {
    self.init(clock: clock) { attempt in
      responses.first { $0.fits(attempt.request.method, attempt.request.url) }
    }
  }

  /// Creates a transport with a script.
  ///
  /// - Parameter script: A function that is called once for each attempt. If it returns nil, the
  ///   attempt fails as if its host were unknown.
  package init(
    clock: any Clock<Duration>, script: @escaping @Sendable (OutgoingAttempt) -> ScriptedResponse?
  ) {
    self.script = script
    self.clock = clock
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
  }

  deinit { continuation.finish() }

  public func begin(_ attempts: [OutgoingAttempt]) {
    for attempt in attempts {
      state.withLock { state in
        // The lock is held while the task starts, so that the task cannot end before it is
        // registered.
        guard !state.isStopped else {
          finish(attempt.id, AttemptResult(end: .cancelled, source: .stub), .nothing)
          return
        }
        state.running[attempt.id] = Task { await self.play(attempt) }
      }
    }
  }

  public func cancel(_ attempts: [AttemptID]) {
    state.withLock { state in
      for id in attempts { state.running[id]?.cancel() }
    }
  }

  public func shutDown() async {
    let tasks = state.withLock { state in
      state.isStopped = true
      return Array(state.running.values)
    }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    continuation.finish()
  }

  /// Runs one attempt. Reports exactly one end.
  private func play(_ attempt: OutgoingAttempt) async {
    var play = ScriptedAttempt(attempt)
    do {
      try await run(&play)
    } catch is CancellationError {
      play.result.end = .cancelled
    } catch {
      play.result.end = .failed(error as? Failure ?? Self.unexpected(error))
    }
    let (result, sent) = (play.ended(), play.sent)
    state.withLock { state in
      state.running[attempt.id] = nil
      finish(attempt.id, result, sent)
    }
  }

  private func run(_ play: inout ScriptedAttempt) async throws {
    let request = play.attempt.request
    guard let response = script(play.attempt) else {
      throw Self.unknown(request)
    }
    if response.delay > .zero { try await clock.sleep(for: response.delay) }
    try Task.checkCancellation()
    switch response.ending {
    case .failure(let failure):
      play.fails(after: response.sent)
      throw failure
    case .made(let make):
      let made = try await make()
      try Task.checkCancellation()
      try await respond(made.head, made.body, response, &play)
    case .response(let head, let body):
      try await respond(head, body, response, &play)
    }
  }

  private func respond(
    _ head: ResponseHead, _ body: [UInt8], _ response: ScriptedResponse,
    _ play: inout ScriptedAttempt
  ) async throws {
    play.responseBegins(head, after: response.delay)
    continuation.yield([.headArrived(play.attempt.id, head)])
    let bytes = play.attempt.request.method == .head ? [] : body
    for step in ScriptedAttempt.steps(of: bytes, atMost: response.bodyTime > .zero ? 10 : 1) {
      if response.bodyTime > .zero { try await clock.sleep(for: response.bodyTime / 10) }
      try play.take(step)
      continuation.yield(play.notices(total: bytes.count))
    }
    try play.complete(after: response.delay + response.bodyTime)
  }

  private func finish(_ id: AttemptID, _ result: AttemptResult, _ sent: FinishFacts.Sent) {
    continuation.yield([.finished(id, result, FinishFacts(sent: sent))])
  }

  private static func unknown(_ request: WireRequest) -> Failure {
    Failure(
      .nameNotFound, what: "The request to \(request.origin.host) was not sent.",
      why: "The script has no response for \(request.method) \(request.origin).",
      whatToDo: "Use one of the addresses of the demo, or quit the demo to send real requests.")
  }

  private static func unexpected(_ error: any Error) -> Failure {
    Failure(
      .unsupported, what: "The scripted response was not returned.", why: "Its clock failed.",
      whatToDo: "Send it again.", cause: String(describing: error))
  }
}

extension GeneratedResponse {
  fileprivate var head: ResponseHead {
    var fields = headers.filter { !$0.name.caseInsensitiveEquals("Content-Length") }
    fields.append(ResponseField("Content-Length", "\(body.count)"))
    return ResponseHead(status: status, fields: fields)
  }
}
