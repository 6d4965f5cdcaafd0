/// Commands for the composed request.
package enum ComposerCommand: String, CommandGroup {
  case edit, method, nextTab, previousTab
  case send, queue, save, saveAs, duplicate, copyCurl, editor
  case addRow, deleteRow, markRow, bodyRows, indent, reveal, explain
  case example, useServer, plain, queueEach

  package static let family = CommandFamily(
    name: "composer", heading: "Request", context: .composer, model: { $0.composer })

  package var row: CommandRow<ComposerModel> {
    switch self {
    case .edit: .init("Edit this field", hint: "edit", keys: "i", "enter", "e")
    case .method: .init("Choose the method", hint: "method", keys: "m")
    case .nextTab: .init("Go to the next tab of the request", hint: "next tab", keys: "]")
    case .previousTab:
      .init("Go to the previous tab of the request", hint: "previous tab", keys: "[")
    case .send:
      .init(
        "Send now", hint: "send", help: "Bypasses the queue, even if the lane is paused.",
        keys: "s",
        "ctrl+j", "alt+enter")
    case .queue:
      .init(
        "Add to the queue", hint: "queue", help: "The job waits for a slot in its lane.", keys: "a")
    case .queueEach:
      .init(
        "Queue a batch: one job for each row of a file", hint: "each row",
        help:
          "Reads CSV, JSON or NDJSON. A column named id fills {{id}}. \(key: .typing(.nextField)) completes "
          + "the path. The first rows are shown before jobs are added.", keys: "B"
      )
    case .save: .init("Save the request", hint: "save", keys: "ctrl+s")
    case .saveAs: .init("Save the request under another name", hint: "save as", keys: "S")
    case .duplicate: .init("Duplicate the request", hint: "duplicate", keys: "D")
    case .copyCurl:
      .init("Copy the request as curl", hint: "copy curl", help: "Secrets stay masked.", keys: "Y")
    case .editor: .init("Edit this field in $EDITOR", hint: "$EDITOR", keys: "E")
    case .addRow:
      .init(
        "Insert a row", hint: "add row", keys: "+", variant: { $0.tab == .form ? "add" : nil },
        unless: { $0.commands.addObstacle })
    case .deleteRow:
      .init(
        "Delete this row", hint: "delete row", keys: "d", "-",
        variant: { $0.tab == .form ? "clear" : nil },
        unless: { $0.commands.deleteObstacle })
    case .markRow:
      .init(
        "Make this row plain, secret or off", hint: "on/secret/off",
        help:
          "Also changes a choice, such as the kind of body or of a JSON value, and folds rows of a form.",
        keys: "space", variant: \.commands.switchHint, unless: { $0.commands.switchObstacle })
    case .bodyRows:
      .init(
        "Edit the JSON body as rows, or as text", hint: "rows",
        help: "Each value is a row with its name, text and kind. Rows change only their own bytes.",
        keys: "t r", variant: { $0.context.bodyForm == .rows ? "text" : nil },
        unless: { $0.context.bodyForm == .rows ? nil : $0.commands.rowsObstacle })
    case .indent:
      .init(
        "Indent the JSON body", hint: "indent", help: "In a GraphQL body, indents the variables.",
        keys: "I",
        unless: {
          $0.draft.bodyKind == .json || $0.draft.graphQL != nil
            ? nil
            : .cannot(
              "There is nothing to indent.", "The body is not JSON.", "Choose json as its kind.")
        })
    case .reveal:
      .init(
        "Preview the request", hint: "preview",
        help:
          "Templates are filled, and secrets are masked. Headers that the transport adds are in the Wire tab of the response.",
        keys: "v")
    case .example:
      .init(
        "Fill the form with examples", hint: "examples",
        help: "Fills the empty required fields, and the body, with examples and allowed values.",
        keys: "Z",
        unless: { $0.commands.formObstacle })
    case .useServer:
      .init(
        "Use this server for the whole catalog", hint: "catalog's server",
        help: "weir.yaml stores it under servers. New requests of the catalog begin with it.",
        unless: { $0.commands.formObstacle })
    case .plain:
      .init(
        "Leave the form of this request", hint: "no form",
        help: "The request is unchanged, but is no longer checked against the catalog.",
        unless: { $0.commands.formObstacle })
    case .explain:
      .init(
        "Show the current problem in full", hint: "problem",
        help:
          "Shows the problem, its cause and its remedy. If there is no problem, shows the catalog's description of the field.",
        keys: "!", "f2", variant: { $0.standingProblem == nil ? "about" : nil },
        unless: {
          $0.explanation == nil
            ? .cannot("There is no problem to show.", "Nothing is wrong with the request.") : nil
        })
    }
  }
}
