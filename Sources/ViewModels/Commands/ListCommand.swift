/// What can be done in a list that lies over the panels.
package enum ListCommand: String, CommandGroup {
  case choose, close, filter, fold, nextTab, previousTab, new, edit, rename, duplicate, refresh,
    compare
  case rule, watch, delete, clear

  package var facts: CommandFacts {
    switch self {
    case .choose: .init("Choose this row", hint: "choose", in: .list)
    case .close: .init("Close the list", hint: "close", in: .list)
    case .filter: .init("Type to filter the list", hint: "filter", in: .list)
    case .fold: .init("Fold or unfold this folder", hint: "fold", in: .list)
    case .nextTab: .init("Go to the next tab of the list", hint: "next tab", in: .list)
    case .previousTab: .init("Go to the previous tab of the list", hint: "previous tab", in: .list)
    case .new: .init("Add a gateway or a shared value", hint: "new", in: .list)
    case .edit:
      .init(
        "Edit this value or gateway", hint: "edit",
        help: "A value is in sight while you edit it; a gateway opens in $EDITOR.", in: .list)
    case .rename: .init("Rename this request", hint: "rename", in: .list)
    case .duplicate: .init("Duplicate this request", hint: "duplicate", in: .list)
    case .refresh:
      .init(
        "Send the request of this row again", hint: "send again",
        help: "As a new job: of a cached response that which brought it, of the history its own.",
        in: .list)
    case .compare:
      .init("Compare the response on show with this exchange", hint: "compare", in: .list)
    case .rule:
      .init(
        "Change how this shared value is kept", hint: "kept as",
        help: "plain; or secret, gzip, base64, aes-gcm=env:NAME, with commas.", in: .list)
    case .watch:
      .init(
        "Watch this shared value, or no longer", hint: "watch",
        help: "When it changes its row stands out, and the event log says so.", in: .list)
    case .delete: .init("Delete this row", hint: "delete", in: .list)
    case .clear: .init("Delete all rows", hint: "delete all", in: .list)
    }
  }
}
