import ClientModel
import Testing

@testable import ClientHTTP

@Suite struct DescriptorBudgetTests {
  @Test(arguments: [(16, 2), (64, 5), (128, 26), (256, 69), (1_024, 325), (1 << 30, 20_000)])
  func `transfers leave descriptors for everything else`(limit: Int, transfers: Int) {
    #expect(DescriptorBudget(limit: limit).transfers == transfers)
  }

  @Test func `a process with descriptors to spare says so`() {
    #expect(!DescriptorBudget.isExhausted)
    #expect(DescriptorBudget.ofProcess().transfers >= 2)
  }
}

@Suite struct SetCookieFieldTests {
  private let now = Timestamp(milliseconds: 1_700_000_000_000)

  private func field(_ value: String, path: String = "/a/b") -> SetCookieField? {
    SetCookieField(value, from: "h.example", path: path)
  }

  private func identity(
    _ path: String, _ domain: String = "h.example",
    _ reach: CookieIdentity.HostScope = .hostOnly
  ) -> CookieIdentity {
    CookieIdentity(domain: domain, reach: reach, path: path, name: "n")
  }

  @Test func `a field names its cookie by name, domain and path`() {
    #expect(field("n=1")?.identity == identity("/a"))
    #expect(field("n=1", path: "/a")?.identity == identity("/"))
    #expect(field("n=1; Path=/x/")?.identity == identity("/x"))
    #expect(field("n=1; path=x")?.identity == identity("/a"))
    #expect(
      field(" n = 1 ; Domain=.Example; Path=/")?.identity
        == identity("/", "example", .subdomains))
    #expect(field("n") == nil && field("=1") == nil)
  }

  @Test func `a field deletes by its age, which goes before its date`() {
    #expect(field("n=; Max-Age=0")?.isDeletion(at: now) == true)
    #expect(field("n=; Max-Age=-1")?.isDeletion(at: now) == true)
    #expect(field("n=; Expires=Thu, 01 Jan 1970 00:00:00 GMT")?.isDeletion(at: now) == true)
    #expect(field("n=; expires=Thu, 01-Jan-1970 00:00:00 GMT")?.isDeletion(at: now) == true)
    let both = field("n=; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT")
    #expect(both?.isDeletion(at: now) == false)
    #expect(field("n=1")?.isDeletion(at: now) == false)
    #expect(field("n=; Max-Age=+5; Expires=1 Jan 1970 00:00:00")?.isDeletion(at: now) == true)
    #expect(field("n=; Max-Age=-99999999999999999999")?.isDeletion(at: now) == true)
    #expect(
      field("n=; Expires=Thu Jan 1 1970 00:00:00 GMT-0500 (EST)")?.isDeletion(at: now) == true)
  }

  @Test func `the date of a field is the one of its cookie`() {
    let line = "h.example\tFALSE\t/a\tFALSE\t99\tn\t1"
    #expect(
      field("n=1; Expires=Sat, 15-Apr-17 21:01:22 GMT-0400 (EDT)")?.dated(line)
        == "h.example\tFALSE\t/a\tFALSE\t1492290082\tn\t1")
    #expect(field("n=1; Max-Age=5; Expires=15 Apr 2017 21:01:22")?.dated(line) == line)
    #expect(field("n=1; Expires=nonsense")?.dated(line) == line)
  }

  @Test func `a secure cookie is not what a plain field set`() {
    let secure = "h.example\tFALSE\t/\tTRUE\t0\tn\t1"
    #expect(field("n=1")?.mayHaveSet(secure) == false)
    #expect(field("n=1; Secure")?.mayHaveSet(secure) == true)
  }
}
