import ClientModel
import ClientPipeline
import JobFixtures
import Testing
import ViewModels

struct AppModelTests {
  private func typed(_ url: String) -> AppModel {
    var model = AppModel()
    _ = model.perform(.composer(.edit))
    for character in url { _ = model.perform(.insert(String(character))) }
    return model
  }

  @Test func `enter in the URL sends the request`() throws {
    var model = typed("https://example.com/a")
    let effects = model.perform(.typing(.enter))
    #expect(effects == [.sending(.submit(Draft(url: "https://example.com/a"), .immediate))])
    #expect(!model.composer.isTyping)
  }

  @Test func `an empty URL sends nothing and says why`() {
    var model = AppModel()
    #expect(model.perform(.composer(.send)).isEmpty)
    #expect(model.notice?.why == "The URL is empty.")
  }

  @Test func `what is wrong stops the request at its field`() {
    var model = typed("https://example.com/{{nowhere}}")
    #expect(model.composer.problem(at: .url) != nil)
    #expect(model.perform(.composer(.queue)).isEmpty)
    #expect(model.composer.cursor == .url && model.notice != nil)
    _ = model.receive(
      .environments(.list(["local"], chosen: Environment(name: "local", values: ["nowhere": "x"]))))
    #expect(model.composer.problems.isEmpty)
    #expect(model.perform(.composer(.queue)) == [.sending(.submit(model.composer.draft, .queued))])
  }

  @Test func `choosing a kind of body opens its text`() {
    var model = typed("https://example.com/a")
    _ = model.perform(.point(.composerTab(ComposerTab.body.rawValue)))
    _ = model.perform(.composer(.edit))
    #expect(model.composer.draft.body == .none, "the key opens the kinds and changes nothing")
    _ = model.perform(.move(.down))
    _ = model.perform(.list(.choose))
    for character in "[1]" { _ = model.perform(.insert(String(character))) }
    #expect(model.composer.draft.body == .json("[1]"))
  }

  @Test func `leaving the kinds of a field keeps the one in force`() {
    var model = typed("https://example.com/a")
    _ = model.perform(.point(.composerTab(ComposerTab.authorization.rawValue)))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.move(.down))
    _ = model.perform(.list(.close))
    #expect(model.composer.draft.authorization == .none && !model.composer.isTyping)
  }

  @Test func `the open request follows its file to another name`() {
    var model = AppModel()
    _ = model.receive(.composer(.loaded(Draft(url: "https://example.com/a"), name: "a")))
    _ = model.receive(.composer(.renamed("a", to: "b")))
    #expect(model.composer.name == "b" && !model.composer.isUnsaved)
    _ = model.receive(.composer(.renamed("other", to: "c")))
    #expect(model.composer.name == "b")
    _ = model.receive(.composer(.deleted("b")))
    #expect(model.composer.name == nil && model.composer.isUnsaved)
  }

  @Test func `the browser opens on a request and not on its folder`() {
    var model = AppModel()
    _ = model.receive(.requests(["users/create", "users/list"]))
    _ = model.perform(.app(.requests))
    #expect(model.perform(.list(.choose)) == [.requests(.load("users/create"))])
  }

  @Test func `a pasted curl line becomes the request`() throws {
    let line = "curl -X PUT https://example.com/x -H 'A: b' -d hello"
    let expected = try CurlCommand.parse(line).draft
    var model = AppModel()
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert(line))
    #expect(model.composer.draft == expected)
    #expect(model.notice?.what == "The curl line was imported.")
    #expect(!model.composer.isTyping)
  }

  @Test func `a new request leaves unsaved changes in their tab`() {
    var model = typed("https://example.com")
    _ = model.perform(.typing(.leave))
    #expect(model.perform(.app(.newRequest)).isEmpty && model.overlays.isEmpty)
    #expect(model.composer.draft == Draft() && !model.composer.isUnsaved)
    _ = model.perform(.app(.previousRequest))
    #expect(model.composer.draft.url == "https://example.com")
  }

  @Test func `saving asks for a name once`() {
    var model = typed("https://example.com")
    #expect(model.perform(.composer(.save)).isEmpty)
    #expect(model.contexts == [.typing, .always])
    _ = model.perform(.insert("users/list"))
    let effects = model.perform(.typing(.enter))
    #expect(effects == [.requests(.save(model.composer.draft, name: "users/list", .refused))])
    _ = model.receive(.composer(.saved(model.composer.draft, name: "users/list")))
    #expect(!model.composer.isUnsaved && model.composer.name == "users/list")
    let again = model.perform(.composer(.save))
    #expect(again == [.requests(.save(model.composer.draft, name: "users/list", .allowed))])
  }

  @Test func `quitting with nothing to lose asks nothing`() {
    var model = AppModel()
    #expect(model.perform(.app(.leave)) == [.quit(.atOnce)])
  }

  @Test func `asking to quit twice leaves one question`() {
    var model = AppModel()
    _ = model.receive(.queue(.lanes([.fixture(counts: [.running: 1])])))
    _ = model.perform(.app(.quit))
    _ = model.perform(.app(.quit))
    #expect(model.overlays.count == 1)
    _ = model.perform(.dialog(.dismiss))
    #expect(model.overlays.isEmpty)
  }

  @Test func `q closes what is open before it quits`() {
    var model = AppModel()
    _ = model.perform(.app(.zoom))
    #expect(model.perform(.app(.leave)).isEmpty && !model.display.isZoomed)
    _ = model.perform(.app(.help))
    #expect(model.perform(.list(.close)).isEmpty && model.overlays.isEmpty)
  }

  @Test func `the palette finds a command by a few letters and runs it`() {
    var model = AppModel()
    _ = model.perform(.app(.palette))
    for letter in ["z", "o", "o"] { _ = model.perform(.insert(letter)) }
    guard case .list(let list) = model.overlays.last else {
      Issue.record("no palette")
      return
    }
    #expect(model.rows(of: list).first?.value == .command(.app(.zoom)))
    _ = model.perform(.typing(.enter))
    #expect(model.display.isZoomed && model.overlays.isEmpty)
  }

  @Test func `choosing a saved request loads it, and unsaved work stays in its tab`() {
    var model = typed("https://a.example")
    _ = model.receive(.requests(["login", "users/list"]))
    #expect(model.perform(.app(.requests)) == [.requests(.list)])
    #expect(model.perform(.list(.choose)) == [.requests(.load("login"))])
    _ = model.receive(.composer(.loaded(Draft(url: "https://b.example"), name: "login")))
    #expect(model.composer.draft.url == "https://b.example" && model.composer.name == "login")
    #expect(model.requests.tabs.map(\.title) == ["GET a.example", "login"])
  }

  @Test func `a deleted cookie is restored by undo, without its value in the model`() {
    let cookie = Cookie(name: "sid", domain: "a.example")
    var model = AppModel()
    _ = model.perform(.feature(.cookies))
    _ = model.receive(.cookies(.list([cookie])))
    #expect(model.perform(.list(.delete)) == [.cookies(.delete(cookie))])
    #expect(model.perform(.app(.undo)) == [.cookies(.restore(cookie))])
    #expect(model.notice?.what == "Deleting the cookie sid was undone.")
  }

  @Test func `a cookie shows its value only while it is edited`() {
    let cookie = Cookie(name: "sid", domain: "a.example")
    var model = AppModel()
    #expect(model.perform(.feature(.cookies)) == [.cookies(.list)])
    _ = model.receive(.cookies(.list([cookie])))
    guard case .list(let list) = model.overlays.last else { return #expect(Bool(false)) }
    #expect(model.rows(of: list).map(\.title) == ["sid = \(Secret.mask)"])
    #expect(model.perform(.list(.edit)) == [.cookies(.reveal(cookie))])
    _ = model.receive(.cookies(.value(cookie, "abc")))
    _ = model.perform(.insert("d"))
    #expect(model.perform(.typing(.enter)) == [.cookies(.write(cookie, value: "abcd"))])
    _ = model.perform(.list(.close))
    _ = model.receive(.cookies(.value(cookie, "late")))
    #expect(model.overlays.isEmpty)
  }

  @Test func `the banner of an insecure request lasts while it is open`() {
    var draft = Draft(url: "https://a.example")
    draft.options.trust.verification = .insecure
    var model = AppModel()
    _ = model.receive(.composer(.loaded(draft, name: "x")))
    #expect(model.isInsecure)
    _ = model.perform(.app(.newRequest))
    #expect(!model.isInsecure)
  }

  @Test func `renaming the open request does not bring its old file back`() {
    var model = AppModel()
    _ = model.receive(.composer(.loaded(Draft(url: "https://a.example"), name: "a")))
    _ = model.receive(.composer(.renamed("b", to: "c")))
    #expect(model.composer.name == "a")
    _ = model.receive(.composer(.renamed("a", to: "b")))
    #expect(!model.composer.isUnsaved)
    #expect(
      model.perform(.composer(.save))
        == [.requests(.save(model.composer.draft, name: "b", .allowed))])
  }

  @Test func `deleting a request can be undone`() {
    var model = AppModel()
    _ = model.receive(.requests(["login"]))
    _ = model.perform(.app(.requests))
    #expect(model.perform(.list(.delete)) == [.requests(.delete([.request("login")]))])
    let file = Array("url: https://a.example\n".utf8)
    _ = model.receive(.composer(.deleted("login", file: file)))
    #expect(
      model.perform(.app(.undo))
        == [.requests(.restore([DeletedRequest("login", file: file)], folders: []))])
  }

  @Test(arguments: [
    ("Bearer env:TOKEN", DraftField.Mark.plain, true),
    ("Token file:token", DraftField.Mark.secret, true),
    ("Bearer hush", DraftField.Mark.plain, false),
    ("Bearer env:TOKEN", DraftField.Mark.literal, false),
  ])
  func `a reference after the scheme of a header is shown by its name`(
    text: String, mark: DraftField.Mark, isShown: Bool
  ) {
    var model = AppModel()
    let draft = Draft(
      url: "https://a.example", headers: [DraftField("Authorization", text, mark: mark)])
    _ = model.receive(.composer(.loaded(draft, name: "x")))
    let shown = model.composer.shown(.cell(.headers, row: 0, .value))
    #expect(shown == (isShown ? text : Secret.mask))
  }

  @Test func `an option that cannot be read is a problem at its field`() {
    var model = typed("https://a.example")
    _ = model.perform(.point(.composerTab(ComposerTab.options.rawValue)))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("x"))
    #expect(model.composer.problem(at: .option(.redirects)) != nil)
    #expect(model.perform(.composer(.send)).isEmpty)
    // What its row shows then is what is sent.
    _ = model.perform(.typing(.leave))
    #expect(model.composer.problem(at: .option(.redirects)) == nil)
    #expect(!model.perform(.composer(.send)).isEmpty)
  }

  @Test func `a path variable typed into the URL gets a row to fill`() {
    var model = typed("https://a.example/users/{id}")
    #expect(model.composer.draft.pathVariables == [DraftField("id", "")])
    _ = model.perform(.typing(.leave))
    _ = model.perform(.composer(.send))
    #expect(model.composer.cursor == .cell(.pathVariables, row: 0, .value))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("42"))
    #expect(
      model.perform(.composer(.send)) == [.sending(.submit(model.composer.draft, .immediate))])
    #expect(model.composer.examination.request?.url == "https://a.example/users/42")
  }

  @Test func `rows are added, marked and deleted`() {
    var model = AppModel()
    _ = model.perform(.point(.composerTab(ComposerTab.headers.rawValue)))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("X-A"))
    _ = model.perform(.typing(.nextField))
    _ = model.perform(.insert("1"))
    _ = model.perform(.typing(.leave))
    #expect(model.composer.draft.headers == [DraftField("X-A", "1")])
    _ = model.perform(.composer(.markRow))
    #expect(model.composer.draft.headers == [DraftField("X-A", "1", mark: .secret)])
    _ = model.perform(.composer(.deleteRow))
    #expect(model.composer.draft.headers.isEmpty)
  }

  @Test func `a json body is laid out, and its first error has a place`() {
    var model = AppModel()
    _ = model.receive(
      .composer(.loaded(Draft(url: "https://a.example", body: .json("{\"a\":[1]}")), name: "x")))
    _ = model.perform(.composer(.indent))
    #expect(model.composer.draft.body == .json("{\n  \"a\": [\n    1\n  ]\n}"))
    _ = model.receive(.edited(.field(.body), "{\n  \"a\" 1\n}"))
    #expect(model.composer.fault(in: .body)?.place.line == 2)
  }

  @Test func `news from the editor goes to the field it came from`() {
    var model = AppModel()
    _ = model.perform(.composer(.edit))
    guard case .openEditor(_, _, let purpose) = model.perform(.typing(.editor)).first else {
      Issue.record("no editor")
      return
    }
    _ = model.receive(.edited(purpose, "https://edited.example"))
    #expect(model.composer.draft.url == "https://edited.example")
  }

  @Test func `a job sent now is opened, a queued one is only reported`() {
    var model = AppModel()
    _ = model.receive(.composer(.submitted(JobID(7), .queued)))
    #expect(model.notice?.what.contains("7") == true)
    #expect(model.response.job == nil)
  }
}
