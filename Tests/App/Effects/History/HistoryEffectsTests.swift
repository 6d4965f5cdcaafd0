import ClientCore
import ClientHTTP
import ClientModel
import Testing
import ViewModels

@testable import weir

/// What the session asks of the history.
struct HistoryEffectsTests {
  private let scripted: ScriptedClient
  private let effects: HistoryEffects

  init() async throws {
    scripted = try await ScriptedClient([.json(nil, "*", "{\"a\":1}", status: 404)])
    effects = HistoryEffects(scripted.client)
  }

  private func rows(_ filter: String) async throws -> [HistoryRow] {
    let event = try await effects.carryOut(.load(filter, before: nil, number: 3)).first
    guard case .feature(let event)? = event, case .page(let update)? = event as? HistoryEvent
    else { return [] }
    #expect(update.number == 3)
    return update.rows
  }

  @Test func `a row says method, address, job and status`() async throws {
    let job = try await scripted.run()
    let row = try #require(try await rows("").first)
    #expect(row.method == "GET" && row.url == "https://api.example.com/things")
    #expect(row.number == "#\(job)" && row.outcome == .responded(404) && row.result == "404")
  }

  @Test func `a filter leaves out what does not fit, and an unreadable one leaves all`()
    async throws
  {
    _ = try await scripted.run()
    #expect(try await rows("status:404").count == 1)
    #expect(try await rows("status:200").isEmpty)
    #expect(try await rows("status:often").isEmpty)
  }

  @Test func `the run before is that of the same request, and the first has none`() async throws {
    let first = try await scripted.run()
    let second = try await scripted.run()
    let found = try await effects.previous(of: AttemptID(job: second, number: 1))
    #expect(found?.job.id == first)
    #expect(try await effects.previous(of: AttemptID(job: first, number: 1)) == nil)
    #expect(try await effects.previous(of: AttemptID(job: JobID(99), number: 1)) == nil)
  }

  @Test func `an exchange is found by its number alone`() async throws {
    let job = try await scripted.run()
    #expect(try await effects.exchange(AttemptID(job: job, number: 1))?.status == 404)
    #expect(try await effects.exchange(AttemptID(job: job, number: 2)) == nil)
  }
}
