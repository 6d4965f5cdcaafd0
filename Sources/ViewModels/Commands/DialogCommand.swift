/// Commands to answer a question.
package enum DialogCommand: String, CommandGroup {
  case next, previous, accept, trust, dismiss, scrollDown, scrollUp

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
    case .trust:
      .init(
        "Trust the files that the question shows", hint: "trust", keys: "t",
        unless: {
          $0.overlays.question?.topic == .trust
            ? nil : .cannot("There is nothing to trust.", "This question is about something else.")
        })
    case .dismiss: .init("Cancel: change nothing", hint: "cancel", keys: "esc", "q")
    case .scrollDown:
      .init("Scroll a long question down", hint: "scroll", keys: "pagedown", "ctrl+d")
    case .scrollUp: .init("Scroll a long question up", hint: "scroll up", keys: "pageup", "ctrl+u")
    }
  }
}
