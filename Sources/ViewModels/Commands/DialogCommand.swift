/// Commands to answer a question.
package enum DialogCommand: String, CommandGroup {
  case next, previous, accept, dismiss, scrollDown, scrollUp

  package static let family = CommandFamily(
    name: "dialog", heading: "Questions", context: .dialog, model: { $0 })

  package var row: CommandRow<AppModel> {
    switch self {
    case .next:
      .init("Go to the next answer", hint: "next answer", keys: "down", "right", "tab", "l", "j")
    case .previous:
      .init(
        "Go to the previous answer", hint: "previous answer", keys: "up", "left", "shift+tab", "h",
        "k")
    case .accept:
      .init("Choose this answer", hint: "choose", keys: "enter", "space", variant: \.acceptHint)
    case .dismiss: .init("Cancel: change nothing", hint: "cancel", keys: "esc", "q")
    case .scrollDown:
      .init("Scroll a long question down", hint: "scroll", keys: "pagedown", "ctrl+d")
    case .scrollUp: .init("Scroll a long question up", hint: "scroll up", keys: "pageup", "ctrl+u")
    }
  }
}
