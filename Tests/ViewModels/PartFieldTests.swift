import ClientModel
import Testing
import ViewModels

struct PartFieldTests {
  private func typed(_ text: String, into field: ComposerField, of draft: Draft) -> Draft {
    var model = ComposerModel()
    model.load(draft)
    model.select(field)
    model.edit()
    model.insert(text)
    model.stopTyping()
    return model.draft
  }

  @Test func `a part's file name and type are typed in the composer`() {
    var draft = Draft(
      method: "POST", url: "https://a.example",
      body: .multipart([DraftPart(name: "avatar", path: "a.png"), DraftPart(name: "note")]))
    draft = typed("me.png", into: .part(row: 0, .fileName), of: draft)
    draft = typed("image/png", into: .part(row: 0, .mediaType), of: draft)
    guard case .multipart(let parts) = draft.body else { return #expect(Bool(false)) }
    #expect(
      parts[0]
        == DraftPart(name: "avatar", path: "a.png", fileName: "me.png", mediaType: "image/png"))
    #expect(parts[1] == DraftPart(name: "note"))
    // Changing the value keeps both.
    draft = typed("x", into: .cell(.parts, row: 0, .value), of: draft)
    guard case .multipart(let after) = draft.body else { return #expect(Bool(false)) }
    #expect(after[0].fileName == "me.png" && after[0].path == "a.pngx")
  }

  @Test func `each part shows them, the empty row does not`() {
    var model = ComposerModel()
    model.load(
      Draft(url: "https://a.example", body: .multipart([DraftPart(name: "a", path: "b")])))
    model.show(.body)
    let fields = model.rows.flatMap(\.fields)
    #expect(fields.contains(.part(row: 0, .fileName)) && !fields.contains(.part(row: 1, .fileName)))
  }

  @Test func `an idempotency key is typed, or made by itself`() {
    let draft = Draft(method: "POST", url: "https://a.example")
    #expect(typed("order-7", into: .idempotencyKey, of: draft).idempotencyKey == "order-7")
    let own = typed("auto", into: .idempotencyKey, of: draft)
    #expect(own.idempotencyKey == "")
    var model = ComposerModel()
    model.load(own)
    #expect(model.shown(.idempotencyKey) == "auto")
    model.replace("", in: .idempotencyKey)
    #expect(model.draft.idempotencyKey == nil)
  }
}
