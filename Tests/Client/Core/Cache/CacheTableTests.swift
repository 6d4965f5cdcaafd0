import ClientModel
import Testing

@testable import ClientCore

struct CacheTableTests {
  @Test(arguments: CacheCase.freshness)
  func `a response is fresh for as long as its server says`(row: CacheCase) {
    #expect(row.found == row.verdict)
  }

  @Test(arguments: CacheCase.age)
  func `a response is as old as its fields and times say`(row: CacheCase) {
    #expect(row.found == row.verdict)
  }

  @Test(arguments: CacheCase.request)
  func `a request's directives hold`(row: CacheCase) {
    #expect(row.found == row.verdict)
  }

  @Test(arguments: CacheCase.response)
  func `a response's directives hold`(row: CacheCase) {
    #expect(row.found == row.verdict)
  }

  @Test(arguments: CacheCase.rules)
  func `J22 R31 R33 the user's rule never beats the server's`(row: CacheCase) {
    #expect(row.found == row.verdict)
  }

  @Test(arguments: CacheCase.vary)
  func `a response is for the requests that Vary allows`(row: CacheCase) {
    #expect(row.found == row.verdict)
  }

  @Test(arguments: StoringCase.all)
  func `a response is stored only where it may be`(row: StoringCase) {
    #expect(row.found == row.verdict)
  }

  @Test(arguments: RenewalCase.all)
  func `a 304 renews the response it speaks of`(row: RenewalCase) {
    #expect(row.found == row.expected)
  }

  @Test(arguments: InvalidationCase.all)
  func `a change at the server voids what it touches`(row: InvalidationCase) {
    #expect(row.found == row.expected)
  }

  @Test(arguments: RescueCase.all)
  func `a stale response stands in for an error only where allowed`(row: RescueCase) {
    #expect(row.found == row.verdict)
  }

  @Test func `each row names its section, and there are at least 150`() {
    let cases = CacheCase.freshness + CacheCase.age + CacheCase.request + CacheCase.response
    let rows =
      (cases + CacheCase.rules + CacheCase.vary).map(\.testDescription)
      + StoringCase.all.map(\.description) + RenewalCase.all.map(\.description)
      + InvalidationCase.all.map(\.description) + RescueCase.all.map(\.description)
    #expect(rows.count >= 150)
    #expect(Set(rows).count == rows.count)
    #expect(rows.allSatisfy { $0.wholeMatch(of: /(RFC \d+( [0-9.]+)?|[0-9.]+): .+/) != nil })
  }
}
