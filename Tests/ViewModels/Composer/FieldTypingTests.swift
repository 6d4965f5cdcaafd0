import Testing

@testable import ViewModels

@Suite struct FieldTypingTests {
  @Test func `a field that is typed again can still be undone`() {
    var (typing, killed) = (FieldTyping(), "")
    typing.begin(.url, "a", as: .oneLine)
    typing.type("b")
    typing.end(in: .url)
    #expect(typing.buffer == nil)
    typing.begin(.url, "ab", as: .oneLine)
    _ = typing.perform(.undo, killed: &killed)
    #expect(typing.buffer?.text == "a")
  }

  @Test func `a field whose text changed meanwhile begins anew`() {
    var typing = FieldTyping()
    typing.begin(.url, "a", as: .oneLine)
    typing.type("b")
    typing.end(in: .url)
    typing.begin(.url, "other", as: .oneLine)
    #expect(typing.buffer?.text == "other" && typing.buffer?.canUndo == false)
  }

  @Test func `moving the text cursor changes no text`() {
    var (typing, killed) = (FieldTyping(), "")
    typing.begin(.url, "ab", as: .oneLine)
    let changes = [TypingCommand.left, .deleteBackward].map { typing.perform($0, killed: &killed) }
    #expect(changes == [false, true])
  }

  @Test func `a revealed secret is hidden again when the field is left`() {
    var typing = FieldTyping()
    typing.begin(.credential("password"), "pw", as: .oneLine)
    typing.revealed = .credential("password")
    typing.end(in: .credential("password"))
    #expect(typing.revealed == nil)
  }

  @Test func `only a large body is checked later`() {
    var typing = FieldTyping()
    typing.begin(.body, String(repeating: "x", count: 300_000), as: .json)
    let delays = [typing.delays(.url), typing.delays(.body)]
    #expect(delays == [false, true])
    let texts = [typing.endDelay(), typing.endDelay()]
    #expect(texts.map { $0?.count } == [300_000, nil])
  }
}
