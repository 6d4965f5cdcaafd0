import ClientCore
import ClientHTTP
import ClientMemory
import ClientModel
import JobFixtures
import TestSupport

/// A client on a store in memory, whose requests are answered from a script.
struct ScriptedClient {
  let client: Client
  let storage: MemoryStorage
  private let folder: TemporaryFolder

  init(_ responses: [ScriptedResponse] = [.json(nil, "*", "{\"a\":1}")]) async throws {
    folder = try TemporaryFolder()
    storage = MemoryStorage(clock: SystemClock(), bodyFolder: folder.path)
    client = Client(
      storage: storage,
      transport: ScriptedTransport(responses))
    try await client.start(as: .runner)
  }

  /// Adds a job to a lane.
  func add(to lane: String = "api") async throws -> JobID {
    let job = NewJob(request: .fixture(), lane: LaneKey(name: lane))
    return try await client.submit([job])[0]
  }

  /// Adds a job and waits for its end.
  func run() async throws -> JobID {
    let id = try await add()
    _ = try await client.wait(for: [id])
    return id
  }
}
