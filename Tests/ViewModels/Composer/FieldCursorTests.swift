import Testing

@testable import ViewModels

@Suite struct FieldCursorTests {
  private let rows = ComposerRows(
    (0..<20).map { row in
      ComposerRow(
        kind: .pair(.plain),
        fields: [.cell(.query, row: row, .name), .cell(.query, row: row, .value)])
    })

  @Test func `down leaves the URL for the name of the first row`() {
    var cursor = FieldCursor()
    cursor.move(.down, among: rows, height: 5)
    #expect(cursor.field == .cell(.query, row: 0, .name))
  }

  @Test func `a cursor on a value stays on values`() {
    var cursor = FieldCursor()
    cursor.select(.cell(.query, row: 3, .value))
    cursor.move(.down, among: rows, height: 5)
    #expect(cursor.field == .cell(.query, row: 4, .value))
    cursor.moveSideways(.left)
    #expect(cursor.field == .cell(.query, row: 4, .name))
  }

  @Test func `the next text after the last one is the URL, because a choice is skipped`() {
    let fixed: Set<ComposerField> = []
    var cursor = FieldCursor()
    cursor.select(.cell(.query, row: 19, .value))
    _ = cursor.step(1, among: rows, without: fixed)
    #expect(cursor.field == .url)
    _ = cursor.step(-1, among: rows, without: fixed)
    #expect(cursor.field == .cell(.query, row: 19, .value))
    cursor.field = .method
    let hasMoved = cursor.step(1, among: rows, without: fixed)
    #expect(!hasMoved && cursor.field == .method)
  }

  @Test func `below the last row there is no field to go to`() {
    var cursor = FieldCursor()
    _ = cursor.go(below: .url, among: rows)
    #expect(cursor.field == .cell(.query, row: 0, .name))
    let hasMoved = cursor.go(below: .cell(.query, row: 19, .name), among: rows)
    #expect(!hasMoved)
  }

  @Test func `a field selects its tab, and the URL no other tab`() {
    var cursor = FieldCursor()
    cursor.select(.option(.timeout))
    #expect(cursor.tab == .options)
    cursor.select(.url)
    #expect(cursor.tab == .options)
  }

  @Test func `the tab scrolls until the cursor and the rows below it are visible`() {
    var cursor = FieldCursor()
    cursor.select(.cell(.query, row: 7, .name))
    cursor.reveal(rows, line: 0, height: 5)
    #expect(cursor.top == 3)
    cursor.reveal(rows, line: 0, height: 5, below: 2)
    #expect(cursor.top == 5)
    cursor.reveal(rows, line: 0, height: 5, below: 9)
    #expect(cursor.top == 7, "the cursor stays visible")
  }

  @Test func `scrolling ends at the last row`() {
    var cursor = FieldCursor()
    cursor.scroll(by: 100, among: rows, height: 5)
    #expect(cursor.top == 15)
    cursor.scroll(by: -100, among: rows, height: 5)
    #expect(cursor.top == 0)
  }

  @Test func `a cursor on a removed field of the form goes to the field at its index`() {
    var cursor = FieldCursor()
    cursor.select(.form(.parameter(.query, "gone")))
    cursor.restore(near: 2, among: rows, first: nil)
    #expect(cursor.field == .cell(.query, row: 1, .value))
  }
}
