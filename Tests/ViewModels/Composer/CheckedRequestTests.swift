import ClientDocuments
import ClientModel
import Testing

@testable import ViewModels

struct CheckedRequestTests {
  private let context = ComposerContext()

  private func request(_ draft: Draft) -> CheckedRequest {
    var request = CheckedRequest()
    request.begin(draft, base: draft, in: context)
    return request
  }

  @Test func `each written text is examined`() {
    var request = request(Draft(url: "https://a.example"))
    #expect(request.check.problems(of: request.draft) == [])
    request.write("https://a.example/{{nowhere}}", to: .url, in: context)
    #expect(request.check.problems(of: request.draft).count == 1 && request.edited.isChanged)
  }

  @Test func `a path variable in the URL gets a row, which is removed with it if empty`() {
    var request = request(Draft(url: "https://a.example"))
    request.write("https://a.example/{id}", to: .url, in: context)
    #expect(request.draft.pathVariables.map(\.name) == ["id"])
    request.write("https://a.example/{id}/{part}", to: .url, in: context)
    #expect(request.draft.pathVariables.map(\.name) == ["id", "part"])
    request.write("https://a.example", to: .url, in: context)
    #expect(request.draft.pathVariables.isEmpty)
  }

  @Test func `an invalid option keeps its last value and has a problem`() {
    var request = request(Draft(url: "https://a.example"))
    request.write("3s", to: .option(.timeout), in: context)
    let valid = request.draft
    request.write("soon", to: .option(.timeout), in: context)
    #expect(request.draft == valid && request.check.problem(of: .timeout) != nil)
  }

  @Test func `a request with a problem is refused, one without is ready`() {
    var request = request(Draft(url: "https://a.example/{{nowhere}}"))
    guard case .refused(again: nil) = request.submission(.immediate, in: context) else {
      Issue.record("The request was not refused.")
      return
    }
    #expect(request.refuse(again: nil).kind == .warning)
    var waiting = context
    waiting.awaitEnvironment()
    guard case .ready = request.submission(.immediate, in: waiting) else {
      Issue.record("The values of the environment are not known yet.")
      return
    }
  }

  @Test func `a problem found on submission no longer refuses the next one`() {
    var request = request(Draft(url: "https://a.example"))
    request.check.refuse([DraftProblem(.url, what: "No.", why: "No.", whatToDo: "No.")])
    guard case .ready = request.submission(.queued, in: context) else {
      Issue.record("The request was refused.")
      return
    }
  }

  @Test func `an empty request of another tab has no form, no problem and a later revision`() {
    var request = request(Draft(url: "https://a.example/{{nowhere}}"))
    let revision = request.edited.revision
    request = request.emptied()
    #expect(request.draft == Draft() && request.form == nil)
    #expect(request.check.problems(of: request.draft) == [])
    #expect(request.edited.revision == revision)
  }

  @Test func `introspection is sent with the address of the request but without its name`() {
    var draft = Draft(method: "POST", url: "https://a.example/graphql")
    #expect(request(draft).introspection == [])
    draft.body = .graphQL(GraphQLRequest(query: "{ hero }"))
    draft.name = "hero"
    guard case .sending(.submit(let sent, .immediate))? = request(draft).introspection.first else {
      Issue.record("Nothing is sent.")
      return
    }
    #expect(sent.url == draft.url && sent.name == nil)
    #expect(sent.body == .graphQL(GraphQLSchema.introspection))
  }
}
