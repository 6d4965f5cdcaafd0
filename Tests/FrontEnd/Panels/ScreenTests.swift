import ClientModel
import ClientReading
import JobFixtures
import Panels
import Terminal
import Testing
import ViewModels

struct ScreenTests {
  static let sizes = [
    Size(width: 80, height: 24), Size(width: 200, height: 60), Size(width: 60, height: 20),
    Size(width: 120, height: 36),
  ]

  @Test(arguments: [(0, 0), (1, 1), (2, 2), (24, 9), (59, 15), (80, 24), (200, 60)])
  func `a frame has the size that was asked for`(width: Int, height: Int) {
    let size = Size(width: width, height: height)
    var model = AppModel()
    #expect(Screen.draw(model, keys: KeyReader(), size: size).size == size)
    for command in [
      Command.app(.palette), .app(.back), .app(.help), .app(.back), .composer(.saveAs),
    ] {
      _ = model.perform(command)
      #expect(Screen.draw(model, keys: KeyReader(), size: size).size == size)
    }
  }

  @Test func `the viewport states the columns of the rows of a body`() {
    let viewport = Screen.viewport(of: Self.answered(), size: Size(width: 80, height: 24))
    // A viewed value has line numbers, a blank and the scroll bar beside it.
    #expect(viewport.rowColumns == viewport.columns + 8)
  }

  @Test(arguments: [(1, 1), (2, 1), (23, 40), (100, 8)])
  func `a screen that is too small says so`(width: Int, height: Int) {
    let frame = Screen.draw(AppModel(), keys: KeyReader(), size: Size(width: width, height: height))
    #expect(frame.text(row: 0).hasPrefix(width > 1 ? "T" : "…"))
  }

  @Test(arguments: sizes)
  func `each screen looks as it was approved`(size: Size) throws {
    for (name, model, keys) in Self.scenes() {
      var model = model
      _ = model.receive(.viewport(Screen.viewport(of: model, size: size)))
      try GoldenScreen.check(
        Screen.draw(model, keys: keys, size: size), name)
    }
  }

  @Test func `drawing twice gives the same frame`() {
    for (_, model, keys) in Self.scenes() {
      let first = Screen.draw(model, keys: keys, size: Self.sizes[0])
      #expect(first == Screen.draw(model, keys: keys, size: Self.sizes[0]))
    }
  }

  @Test(arguments: sizes)
  func `the help shows the sentence of the selected command`(size: Size) throws {
    var model = AppModel()
    _ = model.perform(.app(.help))
    guard case .list(let opened) = model.overlays.last else {
      return #expect(Bool(false), "the help did not open")
    }
    let rows = model.rows(of: opened)
    _ = model.receive(.viewport(Screen.viewport(of: model, size: size)))
    _ = model.perform(.move(.first))
    var shown = 0
    for _ in rows {
      if case .list(let list) = model.overlays.last,
        case .command(let command) = rows[list.list.selected].value,
        let help = command.facts?.help, !help.isEmpty
      {
        let text = Screen.draw(model, keys: KeyReader(), size: size).text
        let shownHelp = KeyMention.resolved(help) { Keymap.standard.label(of: $0) }
        for word in shownHelp.split(separator: " ") { #expect(text.contains(word), "\(help)") }
        shown += 1
      }
      _ = model.perform(.move(.down))
    }
    #expect(shown > 5)
  }

  @Test func `nothing from outside reaches the screen unsafe`() {
    let evil = "\u{1B}]0;x\u{7}\u{9B}31m\u{202E}a\u{0}\u{1F468}\u{200D}\u{1F469}日本\r\n\t\u{FFFF}"
    var draft = Draft(
      name: evil, method: "GET", url: evil, pathVariables: [DraftField(evil, evil)],
      query: [DraftField(evil, evil)], headers: [DraftField(evil, evil)],
      body: .json(evil), authorization: .basic(user: evil, password: evil))
    draft.options.route.unixSocket = evil
    var model = AppModel()
    _ = model.receive(.place(WorkspaceStatus(workspace: evil, role: .viewer(of: evil))))
    _ = model.receive(.requests([evil]))
    _ = model.receive(
      .cookies(.list([Cookie(name: evil, domain: evil, path: evil, expires: evil)])))
    _ = model.receive(.environments(.list([evil], chosen: Environment(name: evil))))
    _ = model.receive(.themes([evil], chosen: evil))
    _ = model.receive(.composer(.loaded(draft, name: evil)))
    _ = model.receive(.notice(Notice(.error, evil, why: evil, whatToDo: evil)))
    let lists: [Command] = [
      .app(.requests), .feature(.cookies), .feature(.environments), .feature(.themes),
      .feature(.log), .app(.help),
    ]
    for size in Self.sizes {
      for tab in model.composer.tabs {
        _ = model.perform(.point(.composerTab(tab.rawValue)))
        expectSafe(Screen.draw(model, keys: KeyReader(), size: size))
        _ = model.perform(.composer(.edit))
        expectSafe(Screen.draw(model, keys: KeyReader(), size: size))
        _ = model.perform(.typing(.leave))
        _ = model.perform(.list(.close))
      }
      for list in lists {
        _ = model.perform(list)
        expectSafe(Screen.draw(model, keys: KeyReader(), size: size))
        _ = model.perform(.list(.close))
      }
    }
  }

  private func expectSafe(_ frame: Frame, sourceLocation: SourceLocation = #_sourceLocation) {
    let bad = frame.text.unicodeScalars.first {
      $0 != "\n"
        && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value)
          || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value))
    }
    #expect(bad == nil, sourceLocation: sourceLocation)
  }

  static func scenes() -> [(String, AppModel, KeyReader)] {
    var scenes: [(String, AppModel, KeyReader)] = [("empty", AppModel(), KeyReader())]
    let draft = Draft(
      method: "POST", url: "https://{{host}}/users/{id}", pathVariables: [DraftField("id", "42")],
      query: [
        DraftField("page", "2"), DraftField("key", "hush", mark: .secret),
        DraftField("old", "1", mark: .off),
      ],
      headers: [
        DraftField("Accept", "application/json"), DraftField("Authorization", "Bearer hush"),
      ],
      body: .json("{\n  \"name\": \"Ada\",\n  \"tags\": [1, 2\n}"),
      authorization: .basic(user: "ada", password: "hush"))
    var model = AppModel()
    _ = model.receive(.place(WorkspaceStatus(workspace: "shop", role: .demo, isScratch: false)))
    _ = model.receive(
      .environments(
        .list(
          ["local", "production"],
          chosen: Environment(name: "local", values: ["host": "api.example.com"]))))
    _ = model.receive(.requests(["login", "users/create", "users/list"]))
    _ = model.receive(
      .requestHeads(
        ["login": "POST", "users/create": "POST", "users/list": "GET"]
          .mapValues { RequestHead(method: $0) }))
    _ = model.receive(.themes(["dark", "light"], chosen: "dark"))
    _ = model.receive(.composer(.loaded(draft, name: "users/create")))
    scenes.append(("panels", model, KeyReader()))
    // The other scenes show the composer alone, so that each golden file is about one thing.
    _ = model.perform(.app(.zoom))
    for tab in model.composer.tabs {
      _ = model.perform(.point(.composerTab(tab.rawValue)))
      scenes.append(("composer-\(tab.title.lowercased())", model, KeyReader()))
    }
    var form = draft
    form.body = .multipart([
      DraftPart(name: "avatar", path: "/home/ada/me.png", fileName: "ada.png"),
      DraftPart(name: "note", value: "hello"),
    ])
    var parts = model
    _ = parts.receive(.composer(.loaded(form, name: "users/create")))
    _ = parts.perform(.point(.composerTab(ComposerTab.body.rawValue)))
    scenes.append(("composer-multipart", parts, KeyReader()))
    var sound = draft
    sound.headers = [DraftField("Accept", "application/json"), DraftField("Cookie", "hush")]
    sound.body = .json("{\n  \"name\": \"Ada\"\n}")
    var ready = model
    _ = ready.receive(.composer(.loaded(sound, name: "users/create")))
    _ = ready.perform(.composer(.reveal))
    scenes.append(("preview-sound", ready, KeyReader()))
    var typing = model
    _ = typing.perform(.point(.composerTab(ComposerTab.body.rawValue)))
    _ = typing.perform(.move(.down))
    _ = typing.perform(.composer(.edit))
    _ = typing.perform(.typing(.lineEnd))
    _ = typing.perform(.typing(.selectLeft))
    scenes.append(("typing-body", typing, KeyReader()))
    for _ in 0..<2 { _ = typing.perform(.typing(.selectDown)) }
    scenes.append(("selecting-body", typing, KeyReader()))
    var completing = model
    _ = completing.perform(.point(.composerTab(ComposerTab.headers.rawValue)))
    for _ in 0..<2 { _ = completing.perform(.move(.down)) }
    _ = completing.perform(.composer(.edit))
    _ = completing.perform(.insert("If-"))
    scenes.append(("completing", completing, KeyReader()))
    let lists: [(String, Command)] = [
      ("requests", .app(.requests)), ("palette", .app(.palette)),
      ("environments", .feature(.environments)), ("help", .app(.help)),
      ("themes", .feature(.themes)), ("cookies", .feature(.cookies)),
    ]
    for (name, command) in lists {
      var list = model
      _ = list.perform(command)
      scenes.append((name, list, KeyReader()))
    }
    var folded = model
    _ = folded.perform(.app(.requests))
    _ = folded.perform(.move(.up))
    _ = folded.perform(.list(.fold))
    scenes.append(("requests-folded", folded, KeyReader()))
    var chord = KeyReader()
    _ = chord.command(for: .character(","), in: model.contexts)
    scenes.append(("chord", model, chord))
    var trust = AppModel()
    let foreign = WorkspaceStatus(
      workspace: "shop", isScratch: false, folder: "/home/ada/work/shop", trust: .untrusted)
    _ = trust.receive(.place(foreign))
    _ = trust.receive(.trustAsked(FileDifference(since: .nothing)))
    scenes.append(("trust", trust, KeyReader()))
    scenes += SafetyScenes.all(trust)
    var scratch = AppModel()
    _ = scratch.receive(.place(WorkspaceStatus(isScratch: true, folder: "/home/ada/work/shop")))
    _ = scratch.perform(.composer(.save))
    _ = scratch.perform(.insert("users/list"))
    _ = scratch.perform(.typing(.enter))
    scenes.append(("make-workspace", scratch, KeyReader()))
    var jar = AppModel()
    _ = jar.perform(.feature(.cookies))
    let session = Cookie(name: "session", domain: "api.example.com", expires: "this session")
    _ = jar.receive(.cookies(.list([session])))
    scenes.append(("cookies-full", jar, KeyReader()))
    _ = jar.receive(.cookies(.value(session, "abc123")))
    scenes.append(("cookie-value", jar, KeyReader()))
    scenes.append(("paused", paused(model), KeyReader()))
    var prompt = model
    _ = prompt.perform(.composer(.saveAs))
    scenes.append(("prompt", prompt, KeyReader()))
    var finding = answered()
    _ = finding.perform(.app(.find))
    _ = finding.perform(.insert("lamp"))
    scenes.append(("finding", finding, KeyReader()))
    for command in [SearchCommand.expression, .scope, .letters] {
      _ = finding.perform(.search(command))
    }
    _ = finding.perform(.insert(" (\\d"))
    scenes.append(("finding-fault", finding, KeyReader()))
    return scenes
  }

  /// A response with a folded part, zoomed.
  private static func answered() -> AppModel {
    var model = AppModel()
    var controller = DocumentController { _ in nil }
    func run(_ effects: [Effect]) {
      var effects = effects
      for _ in 0..<8 {
        var next: [Effect] = []
        for case .response(.document(let request)) in effects {
          next += model.receive(.response(.document(controller.response(request))))
        }
        effects = next
      }
    }
    let body = #"{"items":[{"name":"lamp 7","price":12.5},{"name":"sofa"}],"count":2}"#
    run(model.receive(.viewport(Viewport(composer: 5, queue: 5, response: 12, list: 10))))
    run(model.receive(.composer(.submitted(JobID(1), .immediate))))
    run(
      model.receive(
        .response(
          .exchange(.fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: .json(body))]))
      ))
    run(model.perform(.app(.focusResponse)))
    run(model.perform(.app(.zoom)))
    return model
  }

  /// Two lanes, one of them paused, beside the composer.
  private static func paused(_ model: AppModel) -> AppModel {
    var model = model
    _ = model.perform(.app(.zoom))
    let interrupted = JobState.Knowledge(
      sent: 120, responseBegan: false, why: "The connection was lost.")
    _ = model.receive(
      .queue(
        .lanes([
          .fixture(
            "https://api.example.com", pause: .byUser, counts: [.waiting: 1, .interrupted: 1]),
          .fixture("https://other.example.com", counts: [.succeeded: 1]),
        ])))
    _ = model.receive(
      .queue(
        .jobs(
          [
            .fixture(3, lane: "https://api.example.com"),
            .fixture(2, .succeeded, lane: "https://other.example.com"),
            .fixture(1, .interrupted(interrupted), lane: "https://api.example.com"),
          ], offset: 0, total: 3)))
    return model
  }
}
