/// Commands for a list over the panels.
package enum ListCommand: String, CommandGroup {
  case choose, close, filter, fold, nextTab, previousTab, new, edit, rename, duplicate, refresh,
    compare
  case rule, watch, pause, delete, clear, send, queue, retry, move, moveDown, moveUp

  package static let family = CommandFamily(
    name: "list", heading: "Lists", context: .list, model: { $0 })

  /// The row of the command. The hint depends on the list and the selected row.
  package var row: CommandRow<AppModel> { description.hinted { $0.hint(of: self) } }

  private var description: CommandRow<AppModel> {
    switch self {
    case .choose: .init("Choose this row", hint: "choose", keys: "enter")
    case .close: .init("Close the list", hint: "close", keys: "esc", "q")
    case .filter: .init("Type to filter the list", hint: "filter", keys: "/")
    case .fold:
      .init(
        "Fold this folder, or mark this request", hint: "fold",
        help: "Move, delete, duplicate, send and queue act on all marked requests. "
          + "\(key: .list(.close)) removes the marks.", keys: "space")
    case .nextTab: .init("Go to the next tab of the list", hint: "next tab", keys: "]", "tab")
    case .previousTab:
      .init("Go to the previous tab of the list", hint: "previous tab", keys: "[", "shift+tab")
    case .new:
      .init(
        "Add a folder, a gateway, a lane, a shared value or a step", hint: "new", keys: "n", "+")
    case .edit:
      .init(
        "Edit this value, gateway, request or graph", hint: "edit",
        help: "A secret is shown as dots; \(key: .typing(.reveal)) reveals it. A gateway opens in "
          + "$EDITOR. A request of the history opens in the request panel. In help, changes the keys "
          + "of the selected command.", keys: "e")
    case .rename:
      .init(
        "Rename this request or folder", hint: "rename",
        help: "A name with another folder moves it. Graphs then use the new name.", keys: "c")
    case .move:
      .init(
        "Move this request or folder to another folder", hint: "move",
        help: "\(key: .typing(.nextField)) completes the name of a folder.", keys: "t")
    case .duplicate: .init("Duplicate this request or folder", hint: "duplicate", keys: "D")
    case .refresh:
      .init(
        "Run the request of this row again", hint: "run again",
        help: "Adds a new job. For a cached response, sends the request that received it.",
        keys: "A")
    case .compare:
      .init("Compare the open response with this one", hint: "compare", keys: "=")
    case .rule:
      .init(
        "Change how this shared value is stored, or save the new graph", hint: "stored as",
        help:
          "Type plain, or any of secret, gzip, base64 and aes-gcm=env:NAME, separated by commas.",
        keys: "S")
    case .watch:
      .init(
        "Start or stop watching this shared value", hint: "watch",
        help: "When it changes, its row is highlighted and the event log records it.", keys: "W")
    case .pause: .init("Pause or resume this lane", hint: "pause", keys: "p")
    case .delete:
      .init("Delete this row", hint: "delete", keys: "d")
    case .clear: .init("Delete all rows", hint: "delete all", keys: "C")
    case .send:
      .init(
        "Send this saved request, or queue the new graph", hint: "queue",
        help: "Sends the request as it is saved.", keys: "s")
    case .queue: .init("Add this saved request to the queue", hint: "queue", keys: "a")
    case .retry:
      .init("Retry the failed steps or rows of this graph", hint: "retry failed", keys: "R")
    case .moveDown: .init("Move this step down", hint: "move down", keys: "J")
    case .moveUp: .init("Move this step up", hint: "move up", keys: "K")
    }
  }
}
