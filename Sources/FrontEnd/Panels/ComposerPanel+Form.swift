import Terminal
import ViewModels

/// Functions that draw the rows of a typed form.
extension ComposerPanel {
  private static let longestLabel = 24

  static func drawForm(
    _ line: FormLine, _ row: ComposerRow, _ model: ComposerModel, _ canvas: PanelCanvas,
    _ rect: Rect, _ frame: inout Frame
  ) {
    guard let field = row.field else { return }
    let inset = min(line.depth * 2, rect.width / 4)
    let place = rect.split(leftColumns: inset).right
    let column = min(longestLabel, rect.width * 2 / 5) - inset
    let (left, value) = place.split(leftColumns: max(6, column))
    let ink = Ink(line.isFaint ? .muted : .fieldLabel)
    let mark: SafeText =
      switch line.control {
      case .folded(.open): "▾ "
      case .folded(.closed): "▸ "
      case .typed, .chosen, .fixed: ""
      }
    let star: SafeText = line.isRequired ? "*" : ""
    let label = fitted(mark + SafeText(line.label), to: max(0, left.width - 1 - star.width))
    frame.put([Span(label, ink), Span(star, Ink(.noticeWarning))], in: left)
    let text = row.texts.first ?? ""
    let isOpen = text.isEmpty
    let shown = isOpen ? line.placeholder : text
    let role: Role =
      isOpen ? .placeholder : line.isFaint || line.control == .fixed ? .muted : .fieldText
    let isChosen = line.control == .chosen
    draw(
      field, SafeText(isChosen ? "‹\(shown)›" : shown), Ink(role), model, canvas, value, &frame)
    // In a row without text, the label shows the cursor.
    if shown.isEmpty, model.cursor == field { frame.lay(canvas.selection, under: left) }
  }

  /// Truncates a label to a width. Truncates the name, but not the index of an element.
  static func fitted(_ label: SafeText, to width: Int) -> SafeText {
    guard label.width > width, label.string.last == "]",
      let bracket = label.string.lastIndex(of: "[")
    else { return label.fitted(to: width) }
    let number = SafeText(String(label.string[bracket...]))
    guard number.width < width else { return label.fitted(to: width) }
    return SafeText(String(label.string[..<bracket])).fitted(to: width - number.width) + number
  }
}
