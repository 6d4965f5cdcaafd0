import ClientModel
import Terminal
import ViewModels

/// The drawing of a question over the panels.
enum QuestionPanel {
  static func draw(_ question: Confirmation, _ screen: ScreenLayout, _ frame: inout Frame) {
    let layout = screen.dialog(question)
    frame.fill(screen.margin(of: layout), ink: Ink(.text))
    frame.fill(layout.rect, ink: Ink(.text, on: .dialog))
    frame.border(layout.rect, ink: Ink(.borderFocused, on: .dialog), shape: .double)
    let inside = layout.inside
    for (line, text) in layout.question.enumerated() {
      frame.put(text, in: inside.row(line), ink: Ink(.heading, on: .dialog))
    }
    var top = layout.question.count
    for (line, text) in layout.detail.enumerated() {
      frame.put(text, in: inside.row(top + line), ink: Ink(.muted, on: .dialog))
    }
    top += layout.detail.count
    for (line, row) in layout.excerpt.enumerated() {
      frame.put(
        SafeText(row.text), in: inside.row(top + line), ink: Ink(role(of: row), on: .dialog))
    }
    guard !question.isInformation else { return }
    for (index, answer) in question.answers.enumerated() {
      let isChosen = index == question.chosen
      frame.put(
        SafeText((isChosen ? "> " : "  ") + answer.title), in: layout.answerRow(index),
        ink: Ink(.text, on: isChosen ? .selected : .dialog))
    }
  }

  private static func role(of row: FileDifference.Row) -> Role {
    switch row.kind {
    case .heading: .text
    case .place: .muted
    case .added: .stateSucceeded
    case .removed: .stateFailed
    }
  }
}
