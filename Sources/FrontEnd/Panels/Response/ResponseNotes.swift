import Terminal
import ViewModels

/// The texts in the bottom border of the response: the path of the selected value and the state of
/// a search.
struct ResponseNotes {
  private let rect: Rect
  private let path: [Span]
  /// The state of the search, or an empty array if there is no search.
  private let found: [Span]
  private let pathAlignment: Alignment

  init(_ model: AppModel, _ keymap: Keymap, _ rect: Rect) {
    self.rect = rect
    let room = rect.width - 2 * Frame.titleMargin - 2
    found = Self.found(model.response, keymap, room)
    let width = Self.width(found)
    path = Breadcrumb.spans(model.response, width: width == 0 ? room : room - width - 3)
    let hasCaption = model.focus == .response && model.caption != nil
    pathAlignment = hasCaption && found.isEmpty ? .right : .left
  }

  func draw(ink: Ink, _ frame: inout Frame) {
    frame.note(found, of: rect, ink: ink)
    frame.note(path, of: rect, ink: ink, aligned: pathAlignment)
  }

  /// The column at which a caption on the left must end.
  var captionEnd: Int {
    guard pathAlignment == .right else { return rect.x }
    return path.isEmpty ? rect.right : rect.right - Self.width(path) - 2 * Frame.titleMargin
  }

  private static func width(_ spans: [Span]) -> Int { spans.reduce(0) { $0 + $1.text.width } }

  private static func found(_ model: ResponseModel, _ keymap: Keymap, _ width: Int) -> [Span] {
    guard let words = model.searchWords else { return [] }
    let stop =
      model.body.finding.progress == nil
      ? "" : keymap.label(of: .app(.back)).map { ", \($0) stops" }
    let state = SafeText(words + (stop ?? ""))
    let text = SafeText("\(model.query.quoted) ").fitted(to: max(0, width - state.width))
    return [Span(text, Ink(.muted)), Span(state, Ink(.noticeInfo))]
  }
}
