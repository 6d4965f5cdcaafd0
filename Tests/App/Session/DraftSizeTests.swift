import Testing

@testable import weir

struct DraftSizeTests {
  @Test func `a draft that is too large to be stored is reported once`() {
    let large = String(repeating: "x", count: (8 << 20) + 1)
    var size = DraftSize()
    #expect(size.notice(for: "small") == nil)
    let notice = size.notice(for: large)
    #expect(notice?.what == "This unsaved request is not stored for the next session.")
    #expect(notice?.why.isEmpty == false && notice?.whatToDo.isEmpty == false)
    #expect(size.notice(for: large) == nil)
    _ = size.notice(for: "small")
    #expect(size.notice(for: large) != nil, "it was stored again in between")
    #expect(DraftSize.fits("small") && !DraftSize.fits(large))
  }
}
