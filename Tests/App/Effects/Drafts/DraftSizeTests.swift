import Testing

@testable import weir

struct DraftSizeTests {
  @Test func `a request too large to be stored is reported once, and again after all fitted`() {
    var size = DraftSize()
    #expect(size.notice(leftOut: 0) == nil)
    #expect(
      size.notice(leftOut: 1)?.what == "An unsaved request is not stored for the next session.")
    #expect(size.notice(leftOut: 1) == nil)
    #expect(size.notice(leftOut: 0) == nil)
    #expect(size.notice(leftOut: 2) != nil)
  }
}
