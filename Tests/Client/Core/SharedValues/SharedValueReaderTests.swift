import ClientMemory
import ClientModel
import Testing

@testable import ClientCore

/// What is read for those who hear of changes of shared values, without a client.
struct SharedValueReaderTests {
  private let plain = SharedKey("plain")!
  private let secret = SharedKey("token")!
  private let clock = ManualClock()

  private func reader() async throws -> (SharedValueReader, [SharedValueFacts]) {
    let storage = MemoryStorage(clock: clock, bodyFolder: "/nowhere")
    let facts = [
      try await storage.setShared(
        plain, .content(SharedContent("p"), nil), at: clock.now, opening: NoSecrets()),
      try await storage.setShared(
        secret, .content(SharedContent("s"), SharedRule(secrecy: .secret)), at: clock.now,
        opening: NoSecrets()),
    ]
    return (
      SharedValueReader(store: storage, secrets: NoSecrets(), programs: SystemPrograms()), facts
    )
  }

  @Test func `a secret value is opened for those alone who ask`() async throws {
    let (reader, _) = try await reader()
    let open = await reader.contents(of: nil) { _ in false }
    #expect(open == [plain: SharedContent("p")])
    let everything = await reader.contents(of: [secret]) { _ in true }
    #expect(everything == [secret: SharedContent("s")])
  }
}
