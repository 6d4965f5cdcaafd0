public import ClientModel

/// Runs jobs: the one owner of the queue's state in a process.
///
/// What a call returned is committed. Decisions are made by plain values (`JobQueue`, `RetryPolicy`,
/// `RedirectPolicy`, `JobOrders`, `Recovery`); the actor carries them out on a store and a transport.
///
///     let client = Client(storage: store, transport: transport)
///     try await client.start(as: .drainer)
///     let ids = try await client.submit([NewJob(request: request, lane: lane)])
///     let jobs = try await client.wait(for: ids)
public actor Client {
  let storage: any Storage
  let transport: any Transport
  let clock: any AlarmClock
  let secrets: any SecretResolver
  var random: any RandomNumberGenerator & Sendable
  var options: ClientOptions
  var role: ClientRole = .visitor
  var listeners: [Int: AsyncStream<ClientEvent>.Continuation] = [:]
  var nextListener = 0

  public init(
    storage: any Storage, transport: any Transport, clock: any AlarmClock = SystemClock(),
    secrets: any SecretResolver = NoSecrets(),
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    options: ClientOptions = ClientOptions()
  ) {
    self.storage = storage
    self.transport = transport
    self.clock = clock
    self.secrets = secrets
    self.random = random
    self.options = options
  }

  /// Takes up a role. A drainer recovers what a dead process left, then starts what may start.
  ///
  /// - Returns: Who runs queued jobs; nil for a sender or a visitor.
  /// - Throws: What the store says; the role is not taken then.
  @discardableResult
  public func start(as role: ClientRole) async throws(Failure) -> DrainClaim? {
    self.role = role
    return role == .drainer ? try await storage.claimDrain() : nil
  }

  /// Commits jobs in one transaction, then starts those that may start.
  ///
  /// - Returns: Their ids, in the order given, ascending.
  public func submit(_ jobs: [NewJob]) async throws(Failure) -> [JobID] {
    try await storage.add(jobs)
  }

  /// News from now on; every call makes a stream of its own.
  public func events() -> AsyncStream<ClientEvent> {
    let number = nextListener
    nextListener += 1
    let (stream, continuation) = AsyncStream.makeStream(of: ClientEvent.self)
    continuation.onTermination = { [weak self] _ in
      Task { [weak self] in await self?.forgetListener(number) }
    }
    listeners[number] = continuation
    return stream
  }

  func forgetListener(_ number: Int) { listeners[number] = nil }

  func tell(_ event: ClientEvent) {
    for listener in listeners.values { listener.yield(event) }
  }

  /// The environment whose cookies the next requests use.
  public func use(environment: String) { options.environment = environment }
}
