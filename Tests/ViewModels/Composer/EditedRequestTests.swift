import ClientModel
import Testing

@testable import ViewModels

@Suite struct EditedRequestTests {
  private static func request(_ url: String, name: String? = nil) -> EditedRequest {
    var request = EditedRequest()
    var draft = Draft(url: url)
    draft.name = name
    request.begin(draft, base: draft)
    return request
  }

  @Test func `a change of the draft is unsaved and has a higher revision`() {
    var request = Self.request("https://a.example", name: "a")
    let revision = request.revision
    #expect(!request.isChanged)
    request.draft.url = "https://b.example"
    #expect(request.isChanged && request.revision > revision)
  }

  @Test func `the revision continues in another request`() {
    var request = Self.request("https://a.example")
    let revision = request.revision
    request.begin(Draft(), base: Draft())
    #expect(request.revision > revision && request.emptied().revision == request.revision)
  }

  @Test func `text that was typed during saving stays unsaved`() {
    var request = Self.request("https://a.example")
    let saved = request.draft
    request.draft.url += "/x"
    _ = request.outdate()
    request.markSaved(saved, as: "a")
    #expect(request.name == "a" && request.isChanged && !request.isOutdated)
  }

  @Test func `a detached request is new, and can be attached again`() {
    var request = Self.request("https://a.example", name: "a")
    let base = request.saved
    request.detach()
    #expect(request.name == nil && request.isChanged)
    request.attach(to: base)
    #expect(request.name == "a" && !request.isChanged)
  }

  @Test func `the settings of an endpoint are no change by the user`() {
    var request = Self.request("https://a.example", name: "a")
    request.take(remote: nil, outcome: OutcomeRule())
    #expect(request.draft.outcome != nil && !request.isChanged)
  }

  @Test func `a row is added for each path variable that has none`() {
    var request = Self.request("https://a.example/:id")
    let problem = DraftProblem(.pathVariable("id"), what: "", why: "", whatToDo: "")
    let additions = [request.addPathVariables([problem]), request.addPathVariables([problem])]
    #expect(additions == [true, false])
    #expect(request.draft.pathVariables.map(\.name) == ["id"])
  }

  @Test func `a row without name and value is empty`() {
    var request = Self.request("https://a.example")
    request.draft.query = [DraftField("", ""), DraftField("a", "")]
    let isEmpty = (0..<3).map { request.hasEmptyRow(at: .cell(.query, row: $0, .value)) }
    #expect(isEmpty == [true, false, false])
  }
}
