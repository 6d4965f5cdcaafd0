/// What the hint bar offers for the request.
extension ComposerModel {
  var hints: [Command] {
    if isTyping {
      return [
        .composer(.send), .typing(.leave), .composer(.explain), .typing(.nextField),
        .typing(.undo), .typing(.editor), .composer(.save),
      ]
    }
    let first: [Command] = [
      .composer(.edit), .composer(.send), .composer(.queue), .app(.help), .composer(.explain),
    ]
    if tab == .form {
      return first + [
        .composer(.markRow), .composer(.addRow), .composer(.deleteRow), .composer(.nextTab),
        .composer(.save), .app(.palette), .app(.leave),
      ]
    }
    return first + [
      .composer(.nextTab), .composer(.save), .composer(.markRow), .app(.palette), .app(.browser),
      .app(.leave),
    ]
  }
}
