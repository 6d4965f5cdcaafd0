/// What can be done to the request being composed.
package enum ComposerCommand: String, CommandGroup {
  case edit, method, nextTab, previousTab
  case send, queue, save, saveAs, duplicate, copyCurl, editor
  case addRow, deleteRow, markRow, indent, reveal, explain
  case example, plain, queueEach

  package var facts: CommandFacts {
    switch self {
    case .edit: .init("Edit this field", hint: "edit", in: .composer)
    case .method: .init("Choose the method", hint: "method", in: .composer)
    case .nextTab: .init("Go to the next tab of the request", hint: "next tab", in: .composer)
    case .previousTab:
      .init("Go to the previous tab of the request", hint: "previous tab", in: .composer)
    case .send:
      .init(
        "Send now", hint: "send", help: "Bypasses the queue, even if it is paused.", in: .composer)
    case .queue:
      .init("Add to the queue", hint: "queue", help: "Waits for its lane.", in: .composer)
    case .queueEach:
      .init(
        "Queue one job for each row of a file", hint: "each row",
        help: "CSV, JSON or NDJSON; its columns fill {{name}}. Tab completes the path.",
        in: .composer)
    case .save: .init("Save the request", hint: "save", in: .composer)
    case .saveAs: .init("Save the request under another name", hint: "save as", in: .composer)
    case .duplicate: .init("Duplicate the request", hint: "duplicate", in: .composer)
    case .copyCurl:
      .init(
        "Copy the request as curl", hint: "copy curl", help: "Secrets stay masked.", in: .composer)
    case .editor: .init("Edit this field in $EDITOR", hint: "$EDITOR", in: .composer)
    case .addRow: .init("Insert a row", hint: "add row", in: .composer)
    case .deleteRow: .init("Delete this row", hint: "delete row", in: .composer)
    case .markRow:
      .init(
        "Switch this row on, secret, off", hint: "on/secret/off",
        help: "Also changes a choice, such as the kind of body, and folds rows of a form.",
        in: .composer)
    case .indent: .init("Indent the JSON body", hint: "indent", in: .composer)
    case .reveal:
      .init(
        "Show the request as it will go", hint: "preview",
        help: "Templates filled, secrets masked.", in: .composer)
    case .example:
      .init(
        "Fill the form with examples", hint: "examples",
        help: "Fills the empty required fields with values that the catalog allows.",
        in: .composer)
    case .plain:
      .init(
        "Leave the form of this request", hint: "no form",
        help: "The request stays as it is, and the catalog no longer says what may be sent.",
        in: .composer)
    case .explain:
      .init(
        "Show the problem at hand whole", hint: "problem",
        help: "The problem, its cause and remedy; or else the catalog's description of the field.",
        in: .composer)
    }
  }
}
