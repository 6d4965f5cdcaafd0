import ClientModel
import Testing

@testable import ViewModels

struct OptionFieldTests {
  /// A text for each option that is typed.
  private static let texts: [OptionField: String] = [
    .redirects: "3", .removedHeaders: "User-Agent, Accept", .timeout: "20", .connect: "2.5",
    .firstByte: "120", .idle: "7", .attempts: "2", .priority: "-4", .start: "+5m",
    .call: "order-7", .lane: "reports", .storeFor: "300", .maxAge: "0", .keyHeaders: "X-A, X-B",
    .cacheMethods: "POST", .cacheKey: "search {{word}}", .parsing: "text/csv", .filter: ".a[]",
    .headerBlock: "1024", .headerLine: "512", .decodedBody: "99", .bodyQuestion: "98",
    .headerCount: "9", .interimResponses: "1", .decodedRatio: "5", .proxy: "http://p:1",
    .socket: "/run/s", .resolve: "a:443:127.0.0.1, b:443:::1", .authorities: "ca.pem",
    .certificate: "c.pem", .key: "k.pem",
    .pins: "sha256//u+qIYqRnphwyYdbzNK0UjYI/lRYme5an3Iz9Bun+YPw=",
  ]

  @Test(arguments: OptionField.allCases)
  func `a text that is set is the text that is shown, and resets`(field: OptionField) throws {
    let text = try #require(field.choices?.last ?? Self.texts[field])
    var draft = Draft()
    let before = draft.text(field)
    #expect(draft.hasDefault(field))
    #expect(draft.set(field, to: text) == nil)
    #expect(draft.text(field) == text)
    #expect(draft != Draft() && !draft.hasDefault(field))
    #expect(draft.set(field, to: before) == nil)
    #expect(draft == Draft())
  }

  @Test(
    arguments: [
      (.timeout, "soon"), (.connect, ""), (.idle, "0"), (.redirects, "-1"), (.attempts, "0"),
      (.priority, "high"), (.start, "tomorrow"), (.call, "a b"), (.storeFor, "-1"),
      (.keyHeaders, "X A"), (.cacheMethods, "DELETE"), (.parsing, "csv"), (.headerBlock, "1 KiB"),
      (.removedHeaders, "a b"), (.pins, "sha256/x"),
    ] as [(OptionField, String)])
  func `a text that is not valid says what, why and what to do`(field: OptionField, text: String) {
    var draft = Draft()
    let problem = draft.set(field, to: text)
    #expect(problem?.place == .option(field.rawValue))
    #expect(problem.map { [$0.what, $0.why, $0.whatToDo].contains("") } == false)
    #expect(draft == Draft())
  }

  @Test(arguments: [TypingCommand.enter, .nextField, .previousField])
  func `a text that is not valid is not left by accident`(key: TypingCommand) {
    var model = ComposerModel()
    model.show(.options)
    model.select(.option(.attempts))
    model.edit()
    model.insert("x")
    #expect(model.perform(key).isEmpty && model.editing?.text == "4x")
    guard case .notify(let notice)? = model.perform(TypingCommand.leave).first else {
      Issue.record("no notice")
      return
    }
    #expect(notice.what == "Attempts was not changed." && !model.isTyping)
    #expect(model.shown(.option(.attempts)) == "4")
  }

  private func shown(_ model: ComposerModel) -> [OptionField] {
    model.rows.compactMap { if case .option(let field) = $0.field { field } else { nil } }
  }

  @Test func `rare options are folded, unless they are set`() {
    var model = ComposerModel()
    model.load(Draft(url: "https://a.example"))
    model.show(.options)
    #expect(!shown(model).contains(.pins) && shown(model).contains(.timeout))
    var draft = Draft(url: "https://a.example", job: JobOptions(call: "order-7"))
    draft.options.limits.headerCount = 7
    draft.options.cache = CacheRule(mode: .off, storeFor: .seconds(5))
    model.load(draft)
    model.show(.options)
    #expect(Set(shown(model)).isSuperset(of: [.headerCount, .storeFor, .call]))
    #expect(!shown(model).contains(.headerLine))
  }

  @Test func `the row of a group opens its rare options below itself`() throws {
    var model = ComposerModel()
    model.load(Draft(url: "https://a.example"))
    model.show(.options)
    model.select(.moreOptions(.trust))
    let row = try #require(model.rows.firstIndex { $0.field == .moreOptions(.trust) })
    _ = model.perform(ComposerCommand.edit)
    #expect(shown(model).contains(.pins))
    #expect(model.rows.firstIndex { $0.field == .moreOptions(.trust) } == row)
    model.move(.left)
    #expect(!shown(model).contains(.pins) && model.cursor == .moreOptions(.trust))
  }

  @Test func `the rule of a file for polling is only replaced in the list`() {
    var draft = Draft(url: "https://a.example", remote: RemoteRule(status: [.pointer("/href")]))
    #expect(draft.text(OptionField.polling) == "custom")
    FieldSuggestions(gateways: Gateways()).selectNext(.option(.polling), in: &draft)
    #expect(draft.remote?.status == [.pointer("/href")])
    #expect(draft.set(.polling, to: "auto") == nil && draft.remote == .standard)
  }

  @Test func `a request with a start is sent at once only after a question`() {
    var model = ComposerModel()
    model.load(Draft(url: "https://a.example", job: JobOptions(start: .at("+5m"))))
    let draft = model.draft
    guard case .confirm(let question) = model.submit(.immediate).first else {
      Issue.record("no question")
      return
    }
    #expect(question.answers.map(\.effects).first == [.sending(.submit(draft, .queued))])
    #expect(model.submit(.queued) == [.sending(.submit(draft, .queued))])
  }
}
