import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

@Suite struct TabChoiceTests {
  private let unchecked = CheckTab(ShownExchange())

  private var checked: CheckTab {
    var result = AttemptResult.json("1")
    result.verdicts = [AssertionVerdict("status 200", .held)]
    var exchange = ShownExchange()
    exchange.open(JobID(1))
    let attempt = Attempt.fixture(1, of: 1, result: result)
    exchange.choose(exchange.take(.fixture(1, .succeeded), .fixture(), [attempt]))
    return CheckTab(exchange)
  }

  @Test func `a view opens by itself unless another tab was selected`() {
    var tabs = TabChoice()
    tabs.offerView()
    #expect(tabs.shown == .view)
    tabs.select(.tree)
    tabs.offerView()
    #expect(tabs.shown == .tree)
  }

  @Test func `the checks show again for the next attempt that has some`() {
    var tabs = TabChoice()
    tabs.select(.checks)
    tabs.follow(unchecked)
    #expect(tabs.shown == .tree)
    tabs.follow(checked)
    #expect(tabs.shown == .checks)
  }

  @Test func `the tab stays for another job, except for those that it may not have`() {
    var tabs = TabChoice()
    tabs.select(.headers)
    tabs.reopen()
    #expect(tabs.shown == .headers)
    for own in [ResponseTab.view, .checks, .compare] {
      tabs.select(own)
      tabs.reopen()
      #expect(tabs.shown == .tree)
    }
  }
}
