import ClientModel
import Testing

@testable import ClientCore

/// What a process knows of jars between its commits.
@Suite struct CookieJarsTests {
  private let key = CookieJarKey()

  private func line(_ name: String, _ value: String) -> String {
    "a.example\tFALSE\t/\tFALSE\t0\t\(name)\t\(value)"
  }

  private func set(_ name: String, _ value: String, clearing: Int64? = 0) -> CookieChange {
    CookieChange(.set(line(name, value)), in: key, clearing: clearing)
  }

  private func jars(_ lines: [String], at revision: Int64) -> CookieJars {
    let jars = CookieJars()
    jars.take(StoredJars(jars: [key: JarContent(lines: lines)], revision: revision))
    return jars
  }

  @Test func `a change goes with the next request before it is committed`() {
    let jars = jars([], at: 4)
    jars.note([set("n", "1")])
    #expect(jars.lines(in: key) == [line("n", "1")] && jars.hasChanges)
    #expect(jars.take() == [set("n", "1")] && !jars.hasChanges)
    #expect(jars.lines(in: key) == [line("n", "1")])
  }

  @Test func `a receipt with changes of others is overlaid with what waits`() {
    let jars = jars([line("n", "0")], at: 4)
    jars.note([set("n", "1")])
    let known = jars.known
    _ = jars.take()
    jars.note([set("m", "2")])
    let stored = StoredJars(jars: [key: JarContent(lines: [line("n", "9")])], revision: 7)
    jars.settle(.changed(stored), for: known)
    #expect(jars.lines(in: key) == [line("m", "2"), line("n", "9")])
    #expect(jars.known?.revision == 7 && jars.knows(key))
  }

  @Test func `what a batch gives back is committed with the next`() {
    let jars = jars([], at: 1)
    jars.note([set("a", "1")])
    _ = jars.take()
    jars.note([set("a", "2")])
    jars.restore()
    #expect(jars.take() == [set("a", "1"), set("a", "2")])
  }

  @Test func `a change from before a clearing is not shown`() {
    let jars = CookieJars()
    jars.take(StoredJars(jars: [key: JarContent(clearing: 2)], revision: 1))
    jars.note([set("old", "1", clearing: 1), set("new", "1", clearing: 2)])
    #expect(jars.lines(in: key) == [line("new", "1")])
  }

  @Test func `jars that were read while a batch was on its way are read again`() {
    let jars = jars([], at: 1)
    jars.note([set("a", "1")])
    let known = jars.known
    _ = jars.take()
    jars.take(StoredJars(jars: [key: JarContent()], revision: 2))
    #expect(jars.lines(in: key) == [line("a", "1")], "this process set it")
    #expect(!jars.knows(key))
    jars.settle(.unchanged(revision: 3), for: known)
    #expect(!jars.knows(key), "others may have changed it between the two")
  }

  @Test func `an own order in between has jars read again`() {
    let jars = jars([], at: 1)
    let known = jars.known
    jars.clearRevision()
    jars.settle(.unchanged(revision: 1), for: known)
    #expect(!jars.knows(key))
  }

  @Test(arguments: [
    ("a.example", CookieIdentity.HostScope.hostOnly, "a.example", true),
    ("a.example", .hostOnly, "b.a.example", false), ("a.example", .subdomains, "b.a.example", true),
    ("a.example", .subdomains, "ba.example", false), ("A.Example", .hostOnly, "a.eXample", true),
    ("a.example", .subdomains, "example", false),
  ])
  func `a cookie concerns its host and what its domain covers`(
    domain: String, reach: CookieIdentity.HostScope, host: String, isConcerned: Bool
  ) {
    let identity = CookieIdentity(domain: domain, reach: reach, path: "/", name: "n")
    #expect(identity.concerns(host: host) == isConcerned)
  }

  @Test func `lines of one cookie have one identity`() {
    let lines = [
      ".A.example\tTRUE\t/x/\tFALSE\t0\tn\t1",
      "#HttpOnly_a.example\tTRUE\t/x\tTRUE\t99\tn\t\u{301}",
    ]
    #expect(Set(lines.map { CookieIdentity(line: $0) }).count == 1)
    #expect(CookieIdentity.expiry(ofLine: lines[1]) == 99)
    for bad in ["", "# comment", "a\tFALSE\t/\tFALSE\t0\tn", "\tFALSE\t/\tFALSE\t0\tn\tv"] {
      #expect(CookieIdentity(line: bad) == nil)
    }
  }
}
