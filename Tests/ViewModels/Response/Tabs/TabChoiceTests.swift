import Testing

@testable import ViewModels

@Suite struct TabChoiceTests {
  @Test func `a view opens by itself unless another tab was selected`() {
    var tabs = TabChoice()
    tabs.offerView()
    #expect(tabs.shown == .view)
    tabs.select(.tree)
    tabs.offerView()
    #expect(tabs.shown == .tree)
  }

  @Test(arguments: [ResponseTab.checks, .topics])
  func `a tab of some exchanges shows again for the next one that has it`(own: ResponseTab) {
    var tabs = TabChoice()
    tabs.select(own)
    tabs.follow([.tree, .raw])
    #expect(tabs.shown == .tree)
    tabs.follow([.tree, .raw, own])
    #expect(tabs.shown == own)
  }

  @Test func `the tab stays for another job, except for those that it may not have`() {
    var tabs = TabChoice()
    tabs.select(.headers)
    tabs.reopen()
    #expect(tabs.shown == .headers)
    for own in [ResponseTab.view, .checks, .topics, .compare] {
      tabs.select(own)
      tabs.reopen()
      #expect(tabs.shown == .tree)
    }
  }
}
