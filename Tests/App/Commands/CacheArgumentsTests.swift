import ClientModel
import Testing

@testable import weir

/// How `send` and `queue add` use the response cache.
struct CacheArgumentsTests {
  private func rule(_ words: String...) throws -> CacheRule? {
    try CacheArguments.parse(words).rule()
  }

  @Test func `no option leaves the rule to the gateway`() throws {
    #expect(try rule() == nil)
  }

  @Test func `storing alone reads nothing`() throws {
    let stored = try rule("--store-for", "60")
    #expect(stored?.mode == .off && stored?.storeFor == .seconds(60))
  }

  @Test func `each part of a key is named by its word`() throws {
    let key = try rule(
      "--cache", "fresh", "--max-age", "0", "--cache-key", "sorted", "--cache-key", "body",
      "--cache-key", "header:X-Tenant")
    #expect(key?.mode == .fresh && key?.maxAge == .zero)
    #expect(key?.key.query == .sorted && key?.key.body == .included)
    #expect(key?.key.headers == ["X-Tenant"])
  }

  @Test(arguments: [
    (["--max-age", "5"], "--max-age has no effect here."),
    (["--cache-key", "body"], "--cache-key has no effect here."),
    (
      ["--cache", "fresh", "--cache-key", "header:"], "--cache-key header: is not a part of a key."
    ),
    (["--cache", "fresh", "--cache-key", "colour"], "--cache-key colour is not a part of a key."),
    (["--store-for=-1"], "--store-for -1.0 is not a valid duration."),
  ])
  func `what has no effect or no meaning is refused`(words: [String], what: String) {
    let problem = #expect(throws: UsageProblem.self) { try CacheArguments.parse(words).rule() }
    #expect(problem?.what == what)
  }

  @Test func `the words of the modes are those of the files`() {
    for mode in CacheRule.Mode.allCases {
      #expect(CacheRule.Mode(argument: mode.word) == mode)
      #expect(CacheRule.Mode.allValueDescriptions[mode.word]?.isEmpty == false)
    }
  }
}
