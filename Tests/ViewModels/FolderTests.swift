import ClientModel
import Testing

@testable import ViewModels

struct FolderTests {
  private func browser() -> AppModel {
    var model = AppModel()
    _ = model.receive(.requests(["login", "users/admin/list", "users/create", "zoo"]))
    _ = model.perform(.app(.requests))
    return model
  }

  private func titles(_ model: AppModel) -> [String] {
    let list = model.sidebar.list
    return model.rows(of: list).map { $0.detail.isEmpty ? $0.title : "\($0.title) \($0.detail)" }
  }

  private func selected(_ model: AppModel) -> String? {
    let list = model.sidebar.list
    return model.rows(of: list)[list.list.selected].title
  }

  @Test func `folders stand as a tree and fold`() {
    var model = browser()
    let all = ["login", "▾ users/", "  ▾ admin/", "    list", "  create", "zoo"]
    #expect(titles(model) == all)
    _ = model.perform(.move(.down))
    _ = model.perform(.list(.fold))
    #expect(titles(model) == ["login", "▸ users/ 2 requests", "zoo"])
    _ = model.perform(.list(.fold))
    #expect(titles(model) == all)
  }

  @Test func `left and right walk the folders`() {
    var model = browser()
    for _ in 0..<3 { _ = model.perform(.move(.down)) }
    #expect(selected(model) == "    list")
    _ = model.perform(.move(.left))
    #expect(selected(model) == "  ▾ admin/")
    _ = model.perform(.move(.left))
    #expect(selected(model) == "  ▸ admin/")
    _ = model.perform(.move(.left))
    #expect(selected(model) == "▾ users/")
    _ = model.perform(.move(.right))
    #expect(selected(model) == "  ▸ admin/")
    _ = model.perform(.move(.right))
    _ = model.perform(.move(.right))
    #expect(selected(model) == "    list")
  }

  @Test func `the key that folds a folder marks a request, and unmarks it again`() {
    var model = browser()
    _ = model.perform(.move(.last))
    for expected in [["zoo"], [], ["zoo"]] {
      _ = model.perform(.list(.fold))
      #expect(marked(model) == expected && selected(model) == "zoo")
    }
    _ = model.perform(.list(.close))
    #expect(marked(model).isEmpty && model.focus == .requests)
    _ = model.perform(.list(.close))
    #expect(model.focus == .composer)
  }

  @Test func `the cursor follows a request that is restored`() throws {
    var model = browser()
    let file = DeletedRequest("users/create", file: [])
    let restoring = Effect.requests(.restore([file], folders: []))
    _ = model.perform(.move(.last))
    _ = model.receive(.requests(["login", "users/admin/list", "zoo"]))
    model.undo.remember(UndoStep("Deleting users/create", [restoring]))
    #expect(model.perform(.app(.undo)).contains(restoring))
    _ = model.receive(.requests(["login", "users/admin/list", "users/create", "zoo"]))
    #expect(selected(model) == "  create")
  }

  private func marked(_ model: AppModel) -> [String] {
    model.rows(of: model.sidebar.list).filter(\.isMarked).map(\.title)
  }

  @Test func `a command acts on the marked requests and not on the selected one`() {
    var model = browser()
    for step in [MoveCommand.last, .up] {
      _ = model.perform(.move(step))
      _ = model.perform(.list(.fold))
    }
    _ = model.perform(.move(.first))
    _ = model.perform(.list(.move))
    _ = model.perform(.insert("old/"))
    let moves = [
      SavedMove(.request("users/create"), to: "old/create"),
      SavedMove(.request("zoo"), to: "old/zoo"),
    ]
    #expect(model.perform(.typing(.enter)) == [.requests(.move(moves))])
    _ = model.receive(.composer(.moved(MovedRequests(moves, names: moves))))
    #expect(model.notice?.what == "2 requests are now in old." && marked(model).isEmpty)
    #expect(
      model.perform(.app(.undo)) == [.requests(.moveBack(moves.map(\.reversed)))])
  }

  @Test func `marked requests are sent, queued and duplicated together`() {
    for (command, effect) in [
      (ListCommand.send, Effect.sending(.submitSaved(["login", "zoo"], .immediate))),
      (.queue, .sending(.submitSaved(["login", "zoo"], .queued))),
      (.duplicate, .requests(.duplicate([.request("login"), .request("zoo")]))),
    ] {
      var model = browser()
      _ = model.perform(.list(.fold))
      _ = model.perform(.move(.last))
      _ = model.perform(.list(.fold))
      #expect(model.perform(.list(command)) == [effect])
      #expect(marked(model).isEmpty)
    }
  }

  @Test func `a folder is renamed, and asks before its requests are deleted or sent`() throws {
    var model = browser()
    _ = model.perform(.move(.down))
    _ = model.perform(.list(.rename))
    _ = model.perform(.insert("-2"))
    #expect(
      model.perform(.typing(.enter))
        == [.requests(.move([SavedMove(.folder("users"), to: "users-2")]))])
    _ = model.perform(.list(.delete))
    let question = try #require(model.overlays.question)
    #expect(question.question == "Delete the folder users with 2 requests?")
    #expect(question.answers.map(\.effects) == [[], [.requests(.delete([.folder("users")]))]])
    _ = model.perform(.dialog(.dismiss))
    _ = model.perform(.list(.send))
    #expect(
      model.overlays.question?.answers.last?.effects
        == [.sending(.submitSaved(["users/admin/list", "users/create"], .immediate))])
  }

  @Test func `a new folder is listed before it has a request`() {
    var model = browser()
    _ = model.perform(.list(.new))
    _ = model.perform(.insert("users/old"))
    #expect(model.perform(.typing(.enter)) == [.requests(.makeFolder("users/old"))])
    _ = model.receive(.requestFolders(["users", "users/admin", "users/old"]))
    #expect(titles(model).contains("  ▾ old/ 0 requests"))
  }

  @Test func `the sidebar reveals the request that is composed`() {
    var model = browser()
    _ = model.perform(.move(.down))
    _ = model.perform(.list(.fold))
    #expect(!titles(model).contains("    list"))
    _ = model.receive(.composer(.loaded(Draft(url: "http://a"), name: "users/admin/list")))
    #expect(selected(model) == "    list" && model.focus == .composer)
  }

  @Test func `a graph that keeps an old name is named after a move`() {
    var model = browser()
    let moves = [SavedMove(.request("zoo"), to: "animals")]
    _ = model.receive(
      .composer(.moved(MovedRequests(moves, names: moves, outdated: ["nightly"]))))
    #expect(model.notice?.kind == .warning && model.notice?.why.contains("nightly") == true)
  }

  @Test func `jobs of the sidebar are reported, and one response is shown`() {
    var model = browser()
    let draft = Draft(url: "http://a")
    let effects = model.receive(.composer(.submittedSaved([JobID(3)], .immediate, of: [draft])))
    #expect(effects.contains(.response(.load(JobID(3)))) && model.focus == .requests)
    _ = model.receive(
      .composer(.submittedSaved([JobID(4), JobID(5)], .queued, of: [draft, draft])))
    #expect(model.notice?.what == "2 jobs were added to the queue.")
  }

  @Test func `the cursor follows a request to its new name`() {
    var model = browser()
    for _ in 0..<4 { _ = model.perform(.move(.down)) }
    #expect(selected(model) == "  create")
    #expect(model.perform(.list(.rename)).isEmpty)
    _ = model.perform(.insert("-one"))
    #expect(
      model.perform(.typing(.enter)) == [.requests(.rename("users/create", to: "users/create-one"))]
    )
    _ = model.receive(.composer(.renamed("users/create", to: "accounts/one")))
    _ = model.receive(.requests(["accounts/one", "login", "users/admin/list", "zoo"]))
    #expect(selected(model) == "  one")
  }

  @Test func `the cursor stays on its row when names come and go`() {
    var model = browser()
    for _ in 0..<5 { _ = model.perform(.move(.down)) }
    #expect(selected(model) == "zoo")
    _ = model.receive(.requests(["a", "b", "login", "users/admin/list", "users/create", "zoo"]))
    #expect(selected(model) == "zoo")
    _ = model.receive(.requests(["a", "b"]))
    #expect(selected(model) == "b", "its row went")
  }

  @Test func `what is folded is found by the filter and stays folded`() {
    var model = browser()
    _ = model.perform(.move(.down))
    _ = model.perform(.list(.fold))
    _ = model.perform(.list(.close))
    _ = model.perform(.app(.requests))
    #expect(titles(model) == ["login", "▸ users/ 2 requests", "zoo"])
    _ = model.perform(.list(.filter))
    _ = model.perform(.insert("create"))
    #expect(titles(model) == ["users/create"])
    #expect(model.perform(.typing(.enter)) == [.requests(.load("users/create"))])
  }

  @Test func `the key of the next panel leaves the sidebar`() {
    var model = browser()
    _ = model.perform(.list(.nextTab))
    #expect(model.focus == .composer)
  }

  @Test func `tabs of a list change by their own keys`() {
    var model = AppModel()
    #expect(model.perform(.feature(.catalogs)) == [.catalogs(.list)])
    #expect(model.perform(.list(.previousTab)) == [.history(.load("", before: nil, number: 1))])
    // Right goes on from a tab without folders, left goes back.
    _ = model.perform(.move(.right))
    #expect(model.overlays.active(model.focus)?.source == ListID(\.catalogs))
  }

  @Test func `undo deletes the copy of a request, and can restore it`() {
    var model = AppModel()
    _ = model.receive(.requests(["list"]))
    let copy = SavedItem.request("list-2")
    _ = model.receive(.copied([.request("list")], as: [copy]))
    #expect(model.perform(.app(.undo)) == [.requests(.delete([copy]))])
    _ = model.receive(
      .composer(.deleted([copy], files: [DeletedRequest("list-2", file: [])], folders: [])))
    #expect(
      model.perform(.app(.undo))
        == [.requests(.restore([DeletedRequest("list-2", file: [])], folders: []))])
  }
}
