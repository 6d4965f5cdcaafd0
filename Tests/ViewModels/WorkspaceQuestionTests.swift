import ClientModel
import Testing
import ViewModels

struct WorkspaceQuestionTests {
  private func scratch() -> AppModel {
    var model = AppModel()
    _ = model.receive(.place(WorkspaceStatus(isScratch: true, folder: "/home/ada/api")))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("https://a.example"))
    return model
  }

  private func question(_ model: AppModel) -> ViewModels.Confirmation? {
    if case .question(let question) = model.overlays.last { question } else { nil }
  }

  /// Types a name where one is asked for.
  private func name(_ name: String, in model: inout AppModel) -> [Effect] {
    _ = model.perform(.composer(.save))
    for letter in name { _ = model.perform(.insert(String(letter))) }
    return model.perform(.typing(.enter))
  }

  @Test func `the first save in scratch takes a name, then offers a workspace here`() {
    var model = scratch()
    #expect(name("users/list", in: &model).isEmpty)
    // Enter by habit makes no files where nobody asked for them.
    #expect(
      question(model)?.answers.map(\.title)
        == ["Keep it in scratch", "Create one in /home/ada/api", "Cancel"])
    _ = model.perform(.dialog(.next))
    #expect(model.perform(.dialog(.accept)) == [.workspace(.make(catalogs: []))])
    let made = WorkspaceStatus(workspace: "api", isScratch: false, folder: "/home/ada/api")
    #expect(
      model.receive(.workspaceMade(made))
        == [
          .queue(
            .arrange(QueueArrangement(workspaces: ["/home/ada/api"]), keeping: nil)),
          .requests(.save(model.composer.draft, name: "users/list", .refused)),
        ])
    #expect(model.overlays.isEmpty && model.place == made)
  }

  @Test func `keeping to scratch is asked once`() {
    var model = scratch()
    _ = name("a", in: &model)
    let saving = Effect.requests(.save(model.composer.draft, name: "a", .refused))
    #expect(model.perform(.dialog(.accept)) == [saving])
    _ = model.receive(.composer(.unsaved))
    #expect(
      name("b", in: &model) == [.requests(.save(model.composer.draft, name: "ab", .refused))],
      "the name that was refused is there to be corrected")
    #expect(question(model) == nil)
  }

  @Test func `a user whose scratch has requests is not asked in a later session`() {
    var model = scratch()
    _ = model.receive(.requests(["older"]))
    #expect(
      name("a", in: &model) == [.requests(.save(model.composer.draft, name: "a", .refused))])
    #expect(question(model) == nil)
  }

  @Test func `cancelling the offer saves nothing and asks again`() {
    var model = scratch()
    _ = name("a", in: &model)
    #expect(model.perform(.dialog(.dismiss)).isEmpty && model.overlays.isEmpty)
    _ = name("a", in: &model)
    #expect(question(model) != nil)
  }

  @Test func `a real workspace and a request with a name are not asked about`() {
    var model = scratch()
    _ = model.receive(.place(WorkspaceStatus(isScratch: false, folder: "/home/ada/api")))
    _ = model.perform(.composer(.save))
    #expect(question(model) == nil)
    var named = scratch()
    _ = named.receive(.composer(.saved(named.composer.draft, name: "list")))
    #expect(
      named.perform(.composer(.save))
        == [.requests(.save(named.composer.draft, name: "list", .allowed))])
  }

  @Test func `a command creates a workspace later, and copies the saved request that is open`() {
    var model = scratch()
    _ = model.receive(.requests(["list"]))
    _ = model.receive(.composer(.saved(model.composer.draft, name: "list")))
    #expect(model.perform(.app(.makeWorkspace)).isEmpty)
    #expect(question(model)?.answers.map(\.title) == ["Create one in /home/ada/api", "Cancel"])
    #expect(model.perform(.dialog(.accept)) == [.workspace(.make(catalogs: []))])
    let made = WorkspaceStatus(workspace: "api", isScratch: false, folder: "/home/ada/api")
    let effects = model.receive(.workspaceMade(made))
    #expect(model.composer.isUnsaved, "the workspace does not have it yet")
    #expect(effects.contains(.requests(.save(model.composer.draft, name: "list", .refused))))
    #expect(model.obstacle(to: .app(.makeWorkspace)) != nil)
  }

  @Test func `a workspace that is created by a command saves no unnamed request`() {
    var model = scratch()
    // The user cancels a save after typing a name. The name is not used later.
    _ = name("a", in: &model)
    _ = model.perform(.dialog(.dismiss))
    _ = model.perform(.app(.makeWorkspace))
    _ = model.perform(.dialog(.accept))
    let made = WorkspaceStatus(workspace: "api", isScratch: false, folder: "/home/ada/api")
    let saves = model.receive(.workspaceMade(made)).contains {
      $0 == .requests(.save(model.composer.draft, name: "a", .refused))
    }
    #expect(!saves && model.overlays.isEmpty)
  }

  @Test func `the catalogs of all open forms go into a new workspace`() {
    var model = scratch()
    let form = Draft(
      url: "https://a.example", endpoint: EndpointName(catalog: "shop", endpoint: "list"))
    _ = model.receive(.effects([.compose(.restored(form, base: nil))]))
    _ = model.perform(.app(.newRequest))
    _ = model.perform(.app(.makeWorkspace))
    #expect(model.perform(.dialog(.accept)) == [.workspace(.make(catalogs: ["shop"]))])
  }

  @Test func `an untrusted folder is asked about, and only a choice trusts it`() {
    var model = AppModel()
    _ = model.receive(.place(WorkspaceStatus(isScratch: false, folder: "/api", trust: .untrusted)))
    #expect(model.receive(.trustAsked(FileDifference(since: .nothing))).isEmpty)
    #expect(model.perform(.dialog(.accept)).isEmpty)
    #expect(model.place.trust == .untrusted)
    #expect(model.perform(.app(.trust)) == [.workspace(.askForTrust)])
    _ = model.receive(.trustAsked(FileDifference(since: .nothing)))
    _ = model.perform(.dialog(.next))
    #expect(model.perform(.dialog(.accept)) == [.workspace(.trust)])
    _ = model.receive(.place(WorkspaceStatus(isScratch: false, folder: "/api")))
    #expect(model.obstacle(to: .app(.trust)) != nil)
  }

  @Test func `an answer given elsewhere ends the question of trust`() {
    var model = AppModel()
    _ = model.receive(.place(WorkspaceStatus(isScratch: false, folder: "/api", trust: .untrusted)))
    _ = model.receive(.trustAsked(FileDifference(since: .nothing)))
    _ = model.receive(.place(WorkspaceStatus(isScratch: false, folder: "/api", trust: .untrusted)))
    #expect(question(model) != nil)
    _ = model.receive(.place(WorkspaceStatus(isScratch: false, folder: "/api")))
    #expect(model.overlays.isEmpty && model.place.trust == .trusted)
    #expect(model.notice?.what == "This workspace is trusted now.")
    // Other questions are none of its business.
    _ = model.receive(.trustAsked(FileDifference(since: .nothing)))
    _ = model.perform(.dialog(.dismiss))
    _ = model.receive(.place(WorkspaceStatus(isScratch: false, folder: "/api")))
    #expect(model.overlays.isEmpty)
  }

  @Test func `a change under an open question of trust asks it anew, once`() {
    var model = AppModel()
    _ = model.receive(.trustAsked(FileDifference(since: .nothing)))
    _ = model.perform(.dialog(.next))
    let asked = model.overlays.questionsAsked
    _ = model.receive(.trustAsked(FileDifference(since: .nothing)))
    #expect(model.overlays.count == 1 && model.overlays.questionsAsked == asked + 1)
    #expect(question(model)?.chosen == 0, "what was chosen was chosen about other files")
    #expect(model.perform(.dialog(.accept)).isEmpty && model.overlays.isEmpty)
  }

  @Test func `what is being typed cannot answer the question of trust`() {
    var model = AppModel()
    _ = model.perform(.composer(.edit))
    _ = model.receive(.trustAsked(FileDifference(since: .nothing)))
    #expect(model.overlays.isEmpty && model.notice?.what == "This workspace is not trusted.")
    for letter in ["j", " "] { _ = model.perform(.insert(letter)) }
    #expect(model.composer.draft.url == "j " && model.place.trust == .untrusted)
  }

  @Test func `a file changed outside is read again, but never over unsaved work`() {
    var model = AppModel()
    _ = model.receive(.composer(.loaded(Draft(url: "https://a.example"), name: "list")))
    _ = model.receive(.composer(.changedOutside(Draft(url: "https://b.example"), name: "list")))
    #expect(model.composer.draft.url == "https://b.example" && !model.composer.isUnsaved)
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("/x"))
    _ = model.receive(.composer(.changedOutside(Draft(url: "https://c.example"), name: "list")))
    #expect(model.composer.draft.url == "https://b.example/x")
    #expect(model.notice?.what == "list was changed outside Weir.")
  }

  private func outdated() -> AppModel {
    var model = AppModel()
    _ = model.receive(.composer(.loaded(Draft(url: "https://a.example"), name: "list")))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("/x"))
    _ = model.perform(.typing(.leave))
    _ = model.receive(.composer(.changedOutside(Draft(url: "https://c.example"), name: "list")))
    return model
  }

  private let change = FileChange(
    .changed, "requests/list.yaml",
    lines: [.place(1), .removed("url: https://c.example"), .added("url: https://a.example/x")])

  @Test func `saving over a file that changed outside shows both versions and asks`() {
    var model = outdated()
    let mine = model.composer.draft
    #expect(model.perform(.composer(.save)) == [.requests(.compare(mine, name: "list"))])
    let theirs = Draft(name: "list", url: "https://c.example")
    _ = model.receive(.composer(.conflict(mine, with: theirs, name: "list", change)))
    #expect(
      question(model)?.excerpt.map(\.text).suffix(2) == [
        "  - url: https://c.example", "  + url: https://a.example/x",
      ])
    #expect(
      model.perform(.dialog(.accept)).isEmpty && model.composer.draft == mine,
      "nothing is chosen before the question was read")
    _ = model.receive(.composer(.conflict(mine, with: theirs, name: "list", change)))
    _ = model.perform(.dialog(.next))
    #expect(
      model.perform(.dialog(.accept)) == [.requests(.save(mine, name: "list", .allowed))])
    _ = model.receive(.composer(.saved(model.composer.draft, name: "list")))
    #expect(
      model.perform(.composer(.save)) == [
        .requests(.save(model.composer.draft, name: "list", .allowed))
      ])
  }

  @Test func `the version of the file takes the place of the composed one if that is chosen`() {
    var model = outdated()
    let theirs = Draft(name: "list", url: "https://c.example")
    _ = model.receive(
      .composer(.conflict(model.composer.draft, with: theirs, name: "list", change)))
    for _ in 0..<2 { _ = model.perform(.dialog(.next)) }
    _ = model.perform(.dialog(.accept))
    #expect(model.composer.draft == theirs && !model.composer.isUnsaved)
    #expect(
      model.perform(.composer(.save)) == [.requests(.save(theirs, name: "list", .allowed))])
  }

  @Test func `an edited file that changed meanwhile is not replaced without a question`() {
    var model = AppModel()
    let change = FileChange(.changed, "weir.yaml", lines: [.removed("a: 1"), .added("a: 2")])
    _ = model.receive(.fileConflict(.settings, "a: 2\n", change))
    #expect(question(model)?.excerpt.count == 3)
    #expect(model.perform(.dialog(.accept)).isEmpty)
    _ = model.receive(.fileConflict(.settings, "a: 2\n", change))
    _ = model.perform(.dialog(.next))
    #expect(model.perform(.dialog(.accept)) == [.gateways(.write("a: 2\n"))])
  }

  @Test func `a stored request brings the version that it was changed from`() {
    var model = outdated()
    #expect(
      model.requests.stored?.requests.first?.base == Draft(name: "list", url: "https://a.example"))
    _ = model.perform(.composer(.save))
    _ = model.receive(.composer(.saved(model.composer.draft, name: "list")))
    #expect(model.requests.stored?.requests == [StoredRequest(name: "list", draft: nil)])
  }
}
