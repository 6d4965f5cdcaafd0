import ClientModel
import ReadingValues
import Testing

@testable import ViewModels

/// The body of a response as a part, without a job and without a reader.
@Suite struct ResponseBodyTests {
  private static func actions(_ effects: [Effect]) -> [DocumentRequest.Action] {
    effects.compactMap {
      if case .response(.document(let request)) = $0 { request.action } else { nil }
    }
  }

  private static func showing(_ source: DocumentSource) -> ResponseBody {
    var body = ResponseBody()
    _ = body.show(source, mediaType: nil)
    return body
  }

  private static let stored = DocumentSource.stored(.inline([1]))

  @Test func `the same body is opened once`() {
    var body = ResponseBody()
    let first = body.show(Self.stored, mediaType: "text/plain")
    #expect(Self.actions(first) == [.open(Self.stored, mediaType: "text/plain")])
    let second = body.show(Self.stored, mediaType: "text/plain")
    #expect(second.isEmpty)
  }

  @Test func `a body that arrives is extended, also by its complete form`() {
    var body = Self.showing(.arriving(StoredBytes(localFile: "/a")))
    let generation = body.panes.generation
    let effects = body.show(Self.stored, mediaType: nil)
    #expect(Self.actions(effects) == [.extend(Self.stored)])
    #expect(body.panes.generation == generation, "the rows stay")
  }

  @Test func `another body has a new generation`() {
    var body = Self.showing(Self.stored)
    let generation = body.panes.generation
    _ = body.show(.stored(.inline([2])), mediaType: nil)
    #expect(body.panes.generation > generation)
  }

  @Test func `only an open body is closed in the reader`() {
    var body = ResponseBody()
    let nothing = body.close()
    #expect(nothing.isEmpty)
    body = Self.showing(Self.stored)
    let closes = body.close()
    #expect(Self.actions(closes) == [.close] && !body.isOpen)
  }

  @Test func `the tab decides which view is read`() {
    var body = Self.showing(Self.stored)
    #expect(body.view == .tree && body.showsBody)
    body.tabs.select(.raw)
    #expect(body.view == .pretty)
    _ = body.perform(.toggle)
    #expect(body.view == .raw)
    body.tabs.select(.headers)
    #expect(!body.showsBody && body.searchObstacle != nil)
  }

  @Test func `an update of an earlier body is ignored`() {
    var body = Self.showing(Self.stored)
    var late = DocumentUpdate(generation: body.panes.generation - 1, view: .tree)
    late.outcome = .nothing("late")
    let effects = body.take(late, of: ShownExchange())
    #expect(effects.isEmpty)
  }

  @Test func `a search without a text asks for one`() {
    var body = Self.showing(Self.stored)
    guard case .notify(let notice)? = body.findNext().first else {
      Issue.record("There is no notice.")
      return
    }
    #expect(notice.what == "Nothing to search for.")
  }

  @Test func `the next job begins without a query and without a view`() {
    var body = Self.showing(Self.stored)
    _ = body.find("lamp")
    body.tabs.select(.view)
    body.reset()
    #expect(body.finding.query.text.isEmpty && body.tab == .tree && body.rendered.plan == nil)
  }
}
