import ClientCore
import ClientHTTP
import ClientModel
import ClientStore
import TestSupport

/// The library as a program outside puts it together: a store on disk, a transport, a client.
final class LibraryBench: Sendable {
  let folder: TemporaryFolder
  let client: Client

  /// What became of one request.
  struct Exchange: Sendable {
    let job: Job
    let attempts: [Attempt]

    var result: AttemptResult? { attempts.last?.result }
    var status: Int? { result?.head?.status }
    var source: ResponseSource? { result?.source }
    var failure: Failure? { if case .failed(let failure) = job.state { failure } else { nil } }
    /// The body as text; nil when it is none or not in memory.
    var body: String? {
      guard case .inline(let bytes)? = result?.body else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// - Parameter folder: That of an earlier bench whose client has quit, to go on after a restart.
  init(
    _ transport: any Transport = CurlTransport(), cache: (any ResponseCache)? = nil,
    secrets: any SecretResolver = NoSecrets(), renewals: any RenewalSource = NoRenewals(),
    middleware: (any MiddlewareSource)? = nil, in folder: TemporaryFolder? = nil,
    as role: ClientRole? = .runner
  ) async throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    let opened = try await SQLiteStorage.open(in: folder.path("state"), clock: SystemClock())
    client = Client(
      storage: opened.storage, transport: transport, cache: cache, secrets: secrets,
      renewals: renewals, middleware: middleware)
    if let role { try await client.start(as: role) }
  }

  /// Sends a draft through its gateway and waits for the end.
  func send(
    _ draft: Draft, through gateways: Gateways = Gateways(), as key: LaneKey? = nil
  ) async throws -> Exchange {
    try await send(try PreparedRequest(draft, through: gateways), as: key)
  }

  func send(_ request: PreparedRequest, as key: LaneKey? = nil) async throws -> Exchange {
    let lane = key ?? LaneKey(name: request.gateway?.name ?? request.origin.description)
    let id = try await client.submit([NewJob(request: request, lane: lane)])
    return try await end(of: id[0])
  }

  func end(of id: JobID) async throws -> Exchange {
    let jobs = try await client.wait(for: [id])
    guard let job = jobs.first else { throw RigError("Job \(id) is gone.", why: "", whatToDo: "") }
    return Exchange(job: job, attempts: try await client.attempts(of: id))
  }

  /// Runs a graph to its end.
  func run(_ graph: NewGraph) async throws -> GraphRun {
    let id = try await client.submit(graph)
    guard let run = try await client.wait(for: id) else {
      throw RigError("Graph \(id) is gone.", why: "", whatToDo: "")
    }
    return run
  }

  /// What a step of a graph gave, as text.
  func result(of run: GraphRun, _ step: Int) async throws -> String? {
    let place = GraphPosition(graph: run.id, step: step)
    guard case .inline(let bytes) = try await client.result(of: place) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// All events of some work, once the client has quit after it.
  func events(
    of words: Set<Event.Word> = Set(Event.Word.allCases), while work: () async throws -> Void
  ) async throws -> [Event] {
    let log = await client.eventLog(of: words)
    try await work()
    await client.quit(.drain)
    var events: [Event] = []
    for await event in log { events.append(event) }
    return events
  }
}

extension Gateways {
  /// One gateway named `api`, used by whatever names none.
  static func api(_ url: String, _ change: (inout Gateway) -> Void = { _ in }) -> Gateways {
    var gateway = Gateway(name: "api", url: url)
    change(&gateway)
    return Gateways(all: [gateway], standard: "api")
  }
}
