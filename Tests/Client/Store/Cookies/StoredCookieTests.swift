import ClientCore
import ClientModel
import ClientStore
import Testing

@Suite struct StoredCookieTests {
  private let folder = StateFolder()
  private let clock = StillClock()
  private let jar = CookieJarKey(workspace: "w", environment: "e")

  private func line(_ name: String, _ value: String = "1", expires: Int64 = 0) -> String {
    "a.example\tFALSE\t/\tFALSE\t\(expires)\t\(name)\t\(value)"
  }

  @Test func `a jar holds 3,000 cookies and the newest lose`() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    try await store.changeCookies(
      (0..<3_005).map { CookieChange(.set(line("c\($0)")), in: jar) })
    try await store.changeCookies([CookieChange(.set(line("c0", "new")), in: jar)])
    let lines = try await store.cookies(in: jar)
    #expect(lines.count == 3_000)
    #expect(lines.contains(line("c0", "new")) && !lines.contains(line("c3004")))
    await store.close()
  }

  @Test func `what has expired is not given out and makes room`() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let now = clock.now.milliseconds / 1000
    try await store.changeCookies([
      CookieChange(.set(line("old", expires: max(1, now - 1))), in: jar),
      CookieChange(.set(line("new", expires: now + 100)), in: jar),
    ])
    #expect(try await store.cookies(in: jar) == [line("new", expires: now + 100)])
    await store.close()
  }

  @Test func `of two processes each sees what the other changed`() async throws {
    let one = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let two = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let before = try await one.jars([jar])
    try await two.changeCookies([CookieChange(.set(line("b")), in: jar)])
    let own = CookieChange(.set(line("a")), in: jar, clearing: before.jars[jar]?.clearing)
    let receipt = try await one.commit(
      StoreBatch(cookies: [own], known: KnownJars(jars: [jar], revision: before.revision)))
    guard case .changed(let stored) = receipt.cookies else {
      Issue.record("The receipt lacks the other's change.")
      return
    }
    #expect(stored.jars[jar]?.lines.sorted() == [line("a"), line("b")])
    await one.close()
    await two.close()
  }
}
