/// Editing text with the keyboard.
package enum TypingCommand: String, CommandGroup {
  case left, right, up, down, lineStart, lineEnd, wordLeft, wordRight, textStart, textEnd
  case selectLeft, selectRight, selectUp, selectDown, selectLineStart, selectLineEnd
  case deleteBackward, deleteForward, killWord, killToStart, killToEnd, yank, undo, redo
  case enter, leave, nextField, previousField, editor

  package var facts: CommandFacts {
    switch self {
    case .left: .init("Go left", hint: "left", in: .typing)
    case .right: .init("Go right", hint: "right", in: .typing)
    case .up: .init("Go up a line", hint: "up", in: .typing)
    case .down: .init("Go down a line", hint: "down", in: .typing)
    case .lineStart: .init("Go to the start of the line", hint: "line start", in: .typing)
    case .lineEnd: .init("Go to the end of the line", hint: "line end", in: .typing)
    case .wordLeft: .init("Go back a word", hint: "word back", in: .typing)
    case .wordRight: .init("Go forward a word", hint: "word forward", in: .typing)
    case .textStart: .init("Go to the start of the text", hint: "start", in: .typing)
    case .textEnd: .init("Go to the end of the text", hint: "end", in: .typing)
    case .selectLeft: .init("Select to the left", hint: "select", in: .typing)
    case .selectRight: .init("Select to the right", hint: "select", in: .typing)
    case .selectUp: .init("Select a line up", hint: "select", in: .typing)
    case .selectDown: .init("Select a line down", hint: "select", in: .typing)
    case .selectLineStart: .init("Select to the start of the line", hint: "select", in: .typing)
    case .selectLineEnd: .init("Select to the end of the line", hint: "select", in: .typing)
    case .deleteBackward: .init("Delete to the left", hint: "delete", in: .typing)
    case .deleteForward: .init("Delete to the right", hint: "delete", in: .typing)
    case .killWord: .init("Cut the word before the cursor", hint: "cut word", in: .typing)
    case .killToStart: .init("Cut to the start of the line", hint: "cut to start", in: .typing)
    case .killToEnd: .init("Cut to the end of the line", hint: "cut to end", in: .typing)
    case .yank: .init("Put back what was cut", hint: "put back", in: .typing)
    case .undo: .init("Undo", hint: "undo", in: .typing)
    case .redo: .init("Redo", hint: "redo", in: .typing)
    case .enter:
      .init(
        "Send, or begin a new line", hint: "accept",
        help: "Sends in the URL, begins a line in the body, else goes to the next field.",
        in: .typing)
    case .leave: .init("Stop typing", hint: "done", in: .typing)
    case .nextField: .init("Complete, or go to the next field", hint: "next field", in: .typing)
    case .previousField: .init("Go to the previous field", hint: "previous field", in: .typing)
    case .editor: .init("Edit this text in $EDITOR", hint: "$EDITOR", in: .typing)
    }
  }
}
