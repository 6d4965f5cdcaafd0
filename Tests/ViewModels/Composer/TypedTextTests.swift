import ClientModel
import TestSupport
import Testing

@testable import ViewModels

/// Characters that come in a row, as from a terminal that does not mark what is pasted.
struct TypedTextTests {
  /// The ways to a text that is typed.
  private static let fields: [(name: String, open: @Sendable (inout AppModel) -> Void)] = [
    ("URL", { _ = $0.perform(.composer(.edit)) }),
    (
      "JSON body",
      {
        var draft = Draft(method: "POST", url: "https://a.example/")
        draft.body = .json("")
        _ = $0.receive(.composer(.loaded(draft, name: "a")))
        $0.requests.composer.select(.body)
        _ = $0.perform(.composer(.edit))
      }
    ),
    (
      "header",
      {
        var draft = Draft(url: "https://a.example/")
        draft.headers = [DraftField("X-A", "")]
        _ = $0.receive(.composer(.loaded(draft, name: "a")))
        $0.requests.composer.select(.cell(.headers, row: 0, .value))
        _ = $0.perform(.composer(.edit))
      }
    ),
    ("filter of a list", { _ = $0.perform(.app(.palette)) }),
    ("prompt", { _ = $0.perform(.app(.importFile)) }),
  ]

  private static func model(_ field: Int) -> AppModel {
    var model = AppModel()
    fields[field].open(&model)
    return model
  }

  /// The texts that are on show.
  private func texts(_ model: AppModel) -> [String] {
    let overlay: String? =
      switch model.overlays.last {
      case .list(let list): list.filter.text
      case .prompt(let prompt): prompt.buffer.text
      case .question, nil: nil
      }
    let draft = model.composer.draft
    return [
      draft.method, draft.url, draft.text(of: .body), draft.headers.map(\.value).joined(),
      overlay ?? "",
    ]
  }

  @Test(
    arguments: Self.fields.indices,
    [
      "https://a.example/x?y=1", "POST https://a.example/x", "GET  /a b c", "DELETE {{url}}/x y",
      "  {\"a\": [1, {{x}}]}", "}", "a\u{301}é日😀 ", "curl https://a.example", "POST ", "x y z",
    ])
  func `a text typed at once is the text typed character by character`(
    field: Int, text: String
  ) {
    var (once, slow) = (Self.model(field), Self.model(field))
    _ = once.perform(.typed(text))
    for character in text { _ = slow.perform(.insert(String(character))) }
    #expect(texts(once) == texts(slow), "\(Self.fields[field].name)")
    _ = once.perform(.typing(.undo))
    _ = slow.perform(.typing(.undo))
    #expect(texts(once) == texts(slow), "undone in the \(Self.fields[field].name)")
  }

  @Test(arguments: Self.fields.indices)
  func `typing a text of four times the length takes about four times as long`(field: Int) {
    func time(_ length: Int) -> Duration {
      let text = String(repeating: "p", count: length)
      return (0..<3).map { _ in
        var model = Self.model(field)
        return threadTime { _ = model.perform(.typed(text)) }
      }.min() ?? .zero
    }
    let (short, long) = (time(4_000), time(16_000))
    #expect(long < short * 9, "\(Self.fields[field].name): \(short) and \(long)")
  }
}
