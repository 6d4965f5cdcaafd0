import ClientModel
import Testing
import ViewModels

/// The place of shared values.
struct SharedListTests {
  private let token = SharedKey("token")!
  private let page = SharedKey("page")!

  private func facts(
    _ key: SharedKey, _ rule: SharedRule = SharedRule(), version: Int64 = 1
  ) -> SharedValueFacts {
    SharedValueFacts(
      key: key, rule: rule, size: 12, storedSize: 50, version: version,
      changed: Timestamp(milliseconds: 0))
  }

  private func model() -> AppModel {
    var model = AppModel()
    #expect(model.perform(.feature(.sharedValues)) == [.shared(.list)])
    let rule = SharedRule([.gzip, .aesGCM(key: .environment("KEY"))], secrecy: .secret)
    _ = model.receive(
      .shared(
        .list([
          ListedValue(facts(page), time: "10:00"), ListedValue(facts(token, rule), time: "11:00"),
        ])))
    return model
  }

  private func isWatched(_ row: ListRow) -> Bool { row.cells.last?.text == "watched" }

  private func rows(_ model: AppModel) -> [ListRow] {
    guard case .list(let list) = model.overlays.last else { return [] }
    return model.rows(of: list)
  }

  private func question(_ model: AppModel) -> String? {
    guard case .question(let question) = model.overlays.last else { return nil }
    return question.question
  }

  private func type(_ text: String, in model: inout AppModel) -> [Effect] {
    guard case .prompt = model.overlays.last else { return [] }
    _ = model.perform(.typing(.killToStart))
    _ = model.perform(.insert(text))
    return model.perform(.typing(.enter))
  }

  @Test func `R34 keys are listed with size, how they are stored, and time`() {
    #expect(rows(model()).map(\.title) == ["page", "token"])
    #expect(
      rows(model()).map(\.detail) == [
        "12 B · 10:00", "12 B · 11:00 · secret, gzip, aes-gcm=env:KEY",
      ])
  }

  @Test func `R34 an open value is shown at once, a secret one when the user says so`() {
    var model = model()
    #expect(model.perform(.list(.choose)) == [.shared(.read(page, .view))])
    _ = model.receive(.shared(.content(page, SharedContent("one\ntwo"), .view)))
    #expect(rows(model).map(\.title) == ["one", "two"])
    #expect(model.perform(.list(.choose)) == [.copy("one\ntwo", what: "the value of page")])
    _ = model.perform(.list(.close))
    _ = model.perform(.move(.last))
    #expect(model.perform(.list(.choose)) == [])
    #expect(question(model) == "Show the value of token?")
    #expect(model.perform(.dialog(.accept)) == [.shared(.read(token, .view))])
  }

  @Test func `a value that comes after its list was closed does not appear`() {
    var model = model()
    _ = model.perform(.list(.choose))
    _ = model.perform(.list(.close))
    _ = model.receive(.shared(.content(page, SharedContent("late"), .view)))
    #expect(model.overlays.isEmpty)
  }

  @Test func `a value that is not text is not shown as one`() {
    var model = model()
    _ = model.receive(.shared(.content(page, SharedContent([0xFF]), .view)))
    #expect(model.notice?.what == "The value of page is not text.")
  }

  @Test func `R34 a key is added with its value`() {
    var model = model()
    _ = model.perform(.list(.new))
    #expect(type("fresh", in: &model) == [])
    #expect(
      type("17", in: &model) == [.shared(.set(SharedKey("fresh")!, "17", SharedRule()))])
    _ = model.perform(.list(.new))
    #expect(type("login secret, gzip", in: &model) == [])
    let rule = SharedRule([.gzip], secrecy: .secret)
    #expect(type("x", in: &model) == [.shared(.set(SharedKey("login")!, "x", rule))])
    // The rule of an existing key stays: a secret must not become readable by accident.
    _ = model.perform(.list(.new))
    #expect(type("token", in: &model) == [])
    #expect(type("x", in: &model) == [.shared(.set(token, "x", nil))])
  }

  @Test(arguments: [("x compress", "LZW"), ("x gzip, rsa", "few hundred bytes")])
  func `R36 a transform that Weir does not have is refused with the reason`(
    _ text: String, _ why: String
  ) {
    var model = model()
    _ = model.perform(.list(.new))
    #expect(type(text, in: &model) == [])
    guard case .prompt(let prompt) = model.overlays.last else {
      Issue.record("the prompt is gone")
      return
    }
    #expect(prompt.fault?.why.contains(why) == true)
  }

  @Test func `R34 a short value is edited in a line, a long one in the editor`() {
    var model = model()
    #expect(model.perform(.list(.edit)) == [.shared(.read(page, .edit))])
    _ = model.receive(.shared(.content(page, SharedContent("17"), .edit)))
    #expect(type("18", in: &model) == [.shared(.set(page, "18", nil))])
    let effects = model.receive(.shared(.content(page, SharedContent("a\nb"), .edit)))
    #expect(effects == [.openEditor(text: "a\nb", suffix: ".txt", purpose: .shared(page))])
    // The editor ended the last line by itself.
    #expect(model.receive(.edited(.shared(page), "a\nb\n")) == [])
    _ = model.receive(.shared(.content(page, SharedContent("a\nb"), .edit)))
    #expect(
      model.receive(.edited(.shared(page), "a\nc\n")) == [.shared(.set(page, "a\nc", nil))])
  }

  @Test func `a key that was just added is the one that is chosen`() {
    var model = model()
    _ = model.perform(.list(.new))
    _ = type("zeta", in: &model)
    let zeta = SharedKey("zeta")!
    _ = type("1", in: &model)
    let entries = [page, token, zeta].map { ListedValue(facts($0), time: "") }
    _ = model.receive(.shared(.list(Array(entries.prefix(2)))))
    _ = model.receive(.shared(.list(entries)))
    _ = model.perform(.list(.watch))
    #expect(rows(model).filter(isWatched).map(\.title) == ["zeta"])
    // Once chosen, the list is the user's to walk in.
    _ = model.perform(.move(.first))
    _ = model.receive(.shared(.list(entries)))
    _ = model.perform(.list(.watch))
    #expect(rows(model).filter(isWatched).map(\.title) == ["page", "zeta"])
  }

  @Test func `R36 how a key is stored is changed in words`() {
    var model = model()
    _ = model.perform(.list(.rule))
    #expect(
      type("secret, base64", in: &model) == [
        .shared(.setRule(page, SharedRule([.base64], secrecy: .secret)))
      ])
    _ = model.perform(.list(.rule))
    #expect(type("plain", in: &model) == [.shared(.setRule(page, SharedRule()))])
  }

  @Test func `R34 deleting asks first`() {
    var model = model()
    #expect(model.perform(.list(.delete)) == [])
    #expect(question(model) == "Delete the shared value page?")
    _ = model.perform(.dialog(.next))
    #expect(model.perform(.dialog(.accept)) == [.shared(.remove(page))])
    _ = model.perform(.list(.clear))
    _ = model.perform(.dialog(.next))
    #expect(model.perform(.dialog(.accept)) == [.shared(.clear)])
  }

  @Test func `R35 a watched key that changes stands out for a while and is reported`() {
    var model = model()
    _ = model.receive(.shared(.changed(.updated(facts(page, version: 2), .unread))))
    #expect(!model.lists.shared.isFlashing)
    _ = model.perform(.list(.watch))
    #expect(isWatched(rows(model)[0]))
    let reported = model.log.count
    let effects = model.receive(.shared(.changed(.updated(facts(page, version: 3), .unread))))
    #expect(effects == [.shared(.list)])
    #expect(rows(model).map(\.isFlashing) == [true, false])
    #expect(model.notice?.what == "page was set: 12 B.")
    #expect(model.log.count == reported + 1)
    for (time, isFlashing) in [(1000, true), (3000, true), (4100, false)] {
      _ = model.receive(.spinnerStepped(step: 1, now: Timestamp(milliseconds: Int64(time))))
      #expect(model.lists.shared.isFlashing == isFlashing, "\(time)")
    }
    _ = model.receive(.shared(.changed(.removed(facts(page), .unread))))
    #expect(model.notice?.what == "page was removed.")
    _ = model.perform(.list(.watch))
    #expect(!isWatched(rows(model)[0]))
  }

  @Test(arguments: [
    ("tok secrt", "`secrt` is not a way to store a value."), (" ", "A key is needed"),
  ])
  func `a new key that cannot be read stays in its prompt to be corrected`(
    text: String, words: String
  ) {
    var model = model()
    _ = model.perform(.list(.new))
    #expect(type(text, in: &model) == [])
    guard case .prompt(let prompt) = model.overlays.last else {
      Issue.record("the prompt is gone")
      return
    }
    let said: String = prompt.fault?.what ?? prompt.problem ?? ""
    #expect(said.hasPrefix(words))
    #expect(prompt.buffer.text == (text == " " ? "" : text))
    _ = type("tok secret", in: &model)
    guard case .prompt(let next) = model.overlays.last else { return }
    #expect(next.label == "Value of tok" && next.isHidden)
  }
}
