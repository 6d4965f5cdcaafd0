import ClientCore
import ClientHTTP
import ClientModel
import ClientStore
import TestSupport
import TestTraits
import Testing

/// Two clients on one store, as two processes have them, and one jar that both change.
@Suite(.usesSystem) struct SharedJarTests {
  private static let changes = 1_000

  private struct Process {
    let client: Client
    let lane: LaneKey
    let url: String
    let port: Int
    let scheduling: Job.Scheduling

    func send(_ path: String) async throws {
      let origin = Origin(scheme: "http", host: "127.0.0.1", port: port)
      let request = PreparedRequest(method: .get, url: url + path, origin: origin)
      let ids = try await client.submit([
        NewJob(request: request, lane: lane, scheduling: scheduling)
      ])
      let ended = try await client.wait(for: ids)
      #expect(ended.map(\.state) == [.succeeded], "\(path)")
    }
  }

  private func process(
    _ role: ClientRole, in folder: String, _ server: CookieServer
  ) async throws -> Process {
    let opened = try await SQLiteStorage.open(in: folder, clock: SystemClock())
    let client = Client(storage: opened.storage, transport: CurlTransport())
    try await client.start(as: role)
    return Process(
      client: client, lane: LaneKey(name: "lane"), url: server.url, port: server.port,
      scheduling: role == .sender ? .immediate : .queued)
  }

  @Test(.usesSystem(minutes: 10))
  func `after a thousand random changes by both the jar is what a model says`() async throws {
    let server = try await onOwnThread { try CookieServer() }
    let folder = try TemporaryFolder()
    let state = folder.path("state")
    let runner = try await process(.runner, in: state, server)
    let sender = try await process(.sender, in: state, server)
    let processes = [runner, sender]
    let jar = CookieJarKey()
    var model: [String: String] = [:]
    var random = SeededGenerator(seed: 5)
    var expected: [String] { model.map { "\($0)=\($1)" }.sorted() }
    for step in 0..<Self.changes {
      try Task.checkCancellation()
      let process = processes[Int.random(in: 0...1, using: &random)]
      let name = "c\(Int.random(in: 0..<20, using: &random))"
      let before = expected
      switch Int.random(in: 0..<40, using: &random) {
      case 0..<20:
        model[name] = "\(step)"
        try await process.send("/set/\(name)/\(step)?\(step)")
        #expect(server.first("/set/\(name)/\(step)?\(step)")?.cookies == before, "step \(step)")
      case 20..<28:
        model[name] = nil
        try await process.send("/end/\(name)?\(step)")
        #expect(server.first("/end/\(name)?\(step)")?.cookies == before, "step \(step)")
      case 28..<32:
        model[name] = "\(step)"
        try await process.send("/hop/set/\(name)/\(step)")
        #expect(server.last?.cookies == expected, "step \(step): the hop")
      case 32..<37:
        // At once, so that neither knows of the other's when it leaves.
        (model[name], model["other"]) = ("\(step)", "\(step)")
        async let one: Void = runner.send("/set/\(name)/\(step)")
        async let two: Void = sender.send("/set/other/\(step)")
        _ = try await (one, two)
      case 37, 38:
        model[name] = nil
        let identity = CookieIdentity(
          domain: "127.0.0.1", reach: .hostOnly, path: "/", name: name)
        try await process.client.cookies.delete([identity], in: jar)
      default:
        model = [:]
        try await process.client.cookies.clear(jar)
      }
    }
    for process in processes {
      try await process.send("/look")
      #expect(server.last?.cookies == expected)
      let lines = try await process.client.cookies.lines(in: jar)
      #expect(Set(lines.compactMap { CookieIdentity(line: $0)?.name }) == Set(model.keys))
    }
    for process in processes { await process.client.quit(.drain) }
  }
}
