public import ClientCore
public import ClientModel
import Synchronization

/// A transport that returns stub responses for some requests and passes the others to a second
/// transport.
///
/// The stub switch selects the requests with a stub response. Redirects, retries, outcome and cache
/// treat stub responses like real ones. Stub responses set no cookies.
public final class StubTransport: Transport {
  public let events: AsyncStream<[TransportEvent]>
  private let continuation: AsyncStream<[TransportEvent]>.Continuation
  private let stubs: StubSwitch
  private let real: any Transport
  private let scripted: ScriptedTransport
  private let responses: StubResponses
  private let forwarding: [Task<Void, Never>]

  /// Creates a transport that uses stub routes. `real` sends the remaining attempts.
  public init(
    before real: any Transport, _ stubs: StubSwitch,
    clock: any Clock<Duration> = QuietClock()
  ) {
    self.real = real
    self.stubs = stubs
    let responses = StubResponses()
    self.responses = responses
    scripted = ScriptedTransport(clock: clock) { responses.take(for: $0, by: stubs) }
    let (events, continuation) = AsyncStream.makeStream(
      of: [TransportEvent].self, bufferingPolicy: .unbounded)
    self.events = events
    self.continuation = continuation
    forwarding = [real.events, scripted.events].map { source in
      Task { for await batch in source { continuation.yield(batch) } }
    }
  }

  deinit { continuation.finish() }

  public var capacity: Int { real.capacity }

  public func use(_ pool: ConnectionPool) { real.use(pool) }

  public func connects(for request: WireRequest) async -> Bool {
    await real.connects(for: request)
  }

  public func begin(_ attempts: [OutgoingAttempt]) {
    var leaving: [OutgoingAttempt] = []
    var staying: [OutgoingAttempt] = []
    for attempt in attempts {
      if let response = stubs.response(to: attempt.request) {
        responses.add(response, for: attempt.id)
        staying.append(attempt)
      } else {
        leaving.append(attempt)
      }
    }
    if !leaving.isEmpty { real.begin(leaving) }
    if !staying.isEmpty { scripted.begin(staying) }
  }

  public func cancel(_ attempts: [AttemptID]) {
    real.cancel(attempts)
    scripted.cancel(attempts)
  }

  public func shutDown() async {
    await scripted.shutDown()
    await real.shutDown()
    for task in forwarding { await task.value }
    continuation.finish()
  }
}

/// The stub responses of started attempts that are not used yet. A later change of the switch does
/// not affect a started attempt.
private final class StubResponses: Sendable {
  private let responses = Mutex<[AttemptID: StubResponse]>([:])

  func add(_ response: StubResponse, for attempt: AttemptID) {
    responses.withLock { $0[attempt] = response }
  }

  func take(for attempt: OutgoingAttempt, by stubs: StubSwitch) -> ScriptedResponse? {
    responses.withLock { $0.removeValue(forKey: attempt.id) }.map {
      ScriptedResponse($0, to: attempt.request, by: stubs)
    }
  }
}

extension ScriptedResponse {
  /// Creates a scripted response from a stub response.
  init(_ stub: StubResponse, to request: WireRequest, by stubs: StubSwitch) {
    switch stub.ending {
    case .made(let source, let asked):
      self.init(
        nil, "*",
        .made { () async throws(Failure) -> GeneratedResponse in
          try await stubs.response(madeBy: source, for: asked)
        }, delay: stub.delay)
    case .response(let head, let body):
      self.init(nil, "*", .response(head, body: body), delay: stub.delay)
    case .noRoute:
      self.init(
        nil, "*",
        .failure(
          Failure(
            .unsupported, what: "The request to \(request.origin) was not sent.",
            why: "Stub responses are strict, and no route matches "
              + "\(request.method) \(request.origin)\(request.path).",
            whatToDo: "Add a route under the gateway's `stubs`, or turn stub responses off.")))
    case .failure(.timeout):
      let deadlines = request.options.deadlines
      let span = min(deadlines.firstByte, deadlines.total ?? deadlines.firstByte)
      self.init(nil, "*", .failure(.firstByteTimeout(request.origin, after: span)), delay: span)
      sent = .something
    case .failure(.drop):
      self.init(
        nil, "*", .failure(Self.lost(request, "The connection ended before a response began.")),
        delay: stub.delay)
      sent = .something
    case .failure(.reset):
      self.init(
        nil, "*", .failure(Self.lost(request, "The connection was reset.")), delay: stub.delay)
      sent = .something
    }
  }

  private static func lost(_ request: WireRequest, _ why: String) -> Failure {
    Failure(
      .connectionLost, what: "No response was received from \(request.origin).",
      why: "\(why) A stub route simulates this failure.",
      whatToDo: "Turn stub responses off to send to the server itself.")
  }
}

extension WireRequest {
  /// The path of the URL. The query is omitted, because it may contain a secret.
  fileprivate var path: Substring {
    url.dropFirst(origin.scheme.utf8.count + 3).drop { !"/?#".contains($0) }
      .prefix(whileByte: { !"?#".utf8.contains($0) })
  }
}
