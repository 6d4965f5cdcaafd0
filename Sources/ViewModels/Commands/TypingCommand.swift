/// Commands to edit text with the keyboard.
package enum TypingCommand: String, CommandGroup {
  case left, right, up, down, lineStart, lineEnd, wordLeft, wordRight, textStart, textEnd
  case selectLeft, selectRight, selectUp, selectDown, selectLineStart, selectLineEnd
  case deleteBackward, deleteForward, killWord, killToStart, killToEnd, yank, undo, redo
  case enter, leave, nextField, previousField, editor, reveal

  package static let family = CommandFamily(
    name: "typing", heading: "Typing", context: .typing, model: { $0 })

  package var row: CommandRow<AppModel> {
    switch self {
    case .left: .init("Go left", hint: "left", keys: "left", "ctrl+b")
    case .right: .init("Go right", hint: "right", keys: "right", "ctrl+f")
    case .up: .init("Go up a line", hint: "up", keys: "up")
    case .down: .init("Go down a line", hint: "down", keys: "down")
    case .lineStart:
      .init("Go to the start of the line", hint: "line start", keys: "ctrl+a", "home")
    case .lineEnd: .init("Go to the end of the line", hint: "line end", keys: "ctrl+e", "end")
    case .wordLeft: .init("Go back a word", hint: "word back", keys: "alt+b", "ctrl+left")
    case .wordRight: .init("Go forward a word", hint: "word forward", keys: "alt+f", "ctrl+right")
    case .textStart: .init("Go to the start of the text", hint: "start", keys: "ctrl+home")
    case .textEnd: .init("Go to the end of the text", hint: "end", keys: "ctrl+end")
    case .selectLeft: .init("Select to the left", hint: "select", keys: "shift+left")
    case .selectRight: .init("Select to the right", hint: "select", keys: "shift+right")
    case .selectUp: .init("Select a line up", hint: "select", keys: "shift+up")
    case .selectDown: .init("Select a line down", hint: "select", keys: "shift+down")
    case .selectLineStart:
      .init("Select to the start of the line", hint: "select", keys: "shift+home")
    case .selectLineEnd: .init("Select to the end of the line", hint: "select", keys: "shift+end")
    case .deleteBackward: .init("Delete to the left", hint: "delete", keys: "backspace")
    case .deleteForward: .init("Delete to the right", hint: "delete", keys: "delete", "ctrl+d")
    case .killWord:
      .init("Cut the word before the cursor", hint: "cut word", keys: "ctrl+w", "alt+backspace")
    case .killToStart: .init("Cut to the start of the line", hint: "cut to start", keys: "ctrl+u")
    case .killToEnd: .init("Cut to the end of the line", hint: "cut to end", keys: "ctrl+k")
    case .yank: .init("Paste the cut text", hint: "paste", keys: "ctrl+y")
    case .undo: .init("Undo", hint: "undo", keys: "ctrl+_")
    case .redo: .init("Redo", hint: "redo", keys: "alt+_")
    case .enter:
      .init(
        "Accept, or begin a new line in a body", hint: "accept",
        help:
          "In the URL field, sends the request. In the body, begins a new line. In any other field, goes to the next field.",
        keys: "enter", variant: \.enterHint)
    case .leave: .init("Stop typing", hint: "done", keys: "esc", variant: \.leaveHint)
    case .nextField:
      .init(
        "Complete, or go to the next field", hint: "next field", keys: "tab",
        variant: \.nextFieldHint)
    case .previousField:
      .init("Go to the previous field", hint: "previous field", keys: "shift+tab")
    case .reveal:
      .init(
        "Show the secret being typed", hint: "show secret",
        help: "Shown until the cursor leaves the field. The value of a reference is never shown.",
        keys: "alt+v", variant: \.revealHint)
    case .editor: .init("Edit this text in $EDITOR", hint: "$EDITOR", keys: "ctrl+o")
    }
  }
}
