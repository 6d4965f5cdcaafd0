import ClientDocuments
import ClientReading
import ReadingValues
import Testing

/// Steps that are requested faster than their updates come.
struct StepTests {
  private var controller = DocumentController { _ in nil }

  /// The row that a step leads to.
  private mutating func row(
    _ action: DocumentRequest.Action, from row: Int, _ origin: DocumentRequest.StepOrigin
  ) -> Int? {
    var request = DocumentRequest(
      generation: 1, view: .tree, action: action, row: row, window: 0..<30)
    request.stepOrigin = origin
    let update = controller.response(request)
    #expect(update.isStep == action.isStep)
    return update.row
  }

  @Test mutating func `each begins where the one before led to`() {
    let text = #"{"a":{"x":1},"b":{"x":2},"c":3,"d":"x"}"#
    _ = row(
      .open(.stored(.inline(Array(text.utf8))), mediaType: "application/json"), from: 0, .row)
    _ = row(.fold(.closeAll), from: 0, .row)
    #expect(row(.fold(.open), from: 0, .row) == 1)
    #expect(row(.go(.nextSibling), from: 0, .lastStep) == 2)
    #expect(row(.go(.nextSibling), from: 0, .lastStep) == 3)
    #expect(row(.go(.parent), from: 0, .lastStep) == 0)
    #expect(row(.go(.firstChild), from: 0, .row) == 1)
  }

  @Test mutating func `a key after a path starts from the value of the path`() {
    let text = #"{"a":{"x":1},"b":{"y":{"z":2}}}"#
    _ = row(
      .open(.stored(.inline(Array(text.utf8))), mediaType: "application/json"), from: 0, .row)
    _ = row(.fold(.closeAll), from: 0, .row)
    #expect(row(.follow(".b"), from: 0, .row) == 2)
    #expect(row(.fold(.openAll), from: 0, .lastStep) == 3)
  }

  @Test mutating func `each search begins behind the hit before`() {
    _ = row(
      .open(.stored(.inline(Array("x\na\nx\nx\n".utf8))), mediaType: "text/plain"), from: 0, .row)
    func find(_ number: Int) -> DocumentRequest.Action {
      .find(DocumentSearch(SearchQuery("x"), .forward, .behindRow, number: number))
    }
    #expect(row(find(1), from: 0, .row) == 2)
    #expect(row(find(2), from: 0, .lastStep) == 3)
    #expect(row(find(3), from: 0, .lastStep) == 0)
  }
}
