import ClientDocuments
import ReadingValues

/// Commands for the response panel.
package enum ResponseCommand: String, CommandGroup {
  case toggle, open, close, openAll, closeAll
  case depth1, depth2, depth3, depth4, depth5, depth6, depth7, depth8, depth9
  case openSiblings, closeSiblings
  case nextSibling, previousSibling, firstSibling, lastSibling
  case parent, firstChild, lastChild, goToPath, viewValue, record, wrapLines
  case copyValue, copyKey, copyParentKey, copyPath, copyQuery, copyRow, copyBody, copyCurl
  case filter, useFilter
  case nextTab, previousTab, loadMore, nextPage, previousPage
  case compare, ignore, ignoreNothing, save, pager
  case edit, runAgain, poll
  case useAsAssertion, useAsParameter, useAsRows, useAsInput, saveNode, editNode, pageNode
  case storeValue
  case showAsFound, showAsJSON, showAsJSONLines, showAsXML, showAsHTML, showAsTable, showAsForm
  case showAsEvents, showAsText, showAsHex, charset

  package static let family = CommandFamily(
    name: "response", heading: "Response", context: .response, model: { $0.response })

  /// The row of the command. The model determines the obstacle, because it depends mainly on the
  /// current tab.
  package var row: CommandRow<ResponseModel> { description.unless { $0.obstacle(to: self) } }

  private var description: CommandRow<ResponseModel> {
    switch self {
    case .toggle:
      .init("Fold or unfold", hint: "fold", keys: "space", "enter", variant: \.toggleHint)
    case .open: .init("Unfold, or go to the first child", hint: "unfold", keys: "l", "right")
    case .close: .init("Fold, or go to the parent", hint: "fold", keys: "h", "left")
    case .openAll: .init("Unfold all", hint: "unfold all", keys: "*")
    case .closeAll: .init("Fold all", hint: "fold all", keys: "-")
    case .depth1: depth(1)
    case .depth2: depth(2)
    case .depth3: depth(3)
    case .depth4: depth(4)
    case .depth5: depth(5)
    case .depth6: depth(6)
    case .depth7: depth(7)
    case .depth8: depth(8)
    case .depth9: depth(9)
    case .nextSibling:
      .init(
        "Go to the next sibling", hint: "next sibling", keys: "}",
        variant: { $0.body.showsRecord ? "next row" : nil })
    case .previousSibling:
      .init(
        "Go to the previous sibling", hint: "previous sibling", keys: "{",
        variant: { $0.body.showsRecord ? "previous row" : nil })
    case .openSiblings:
      .init("Unfold this and its siblings", hint: "unfold siblings", keys: "t *")
    case .closeSiblings:
      .init("Fold this and its siblings", hint: "fold siblings", keys: "t -")
    case .firstSibling: .init("Go to the first sibling", hint: "first sibling", keys: "0", "^")
    case .lastSibling: .init("Go to the last sibling", hint: "last sibling", keys: "$")
    case .parent: .init("Go to the parent", hint: "parent", keys: "backspace")
    case .firstChild: .init("Go to the first child", hint: "first child", keys: "(")
    case .lastChild: .init("Go to the last child", hint: "last child", keys: ")")
    case .goToPath:
      .init(
        "Go to a path", hint: "go to path",
        help:
          "Write the path as .a[3].b, $.a or /a/3/b. If only the beginning of the path exists, goes to the last value that exists.",
        keys: ".")
    case .viewValue:
      .init(
        "View this value in full", hint: "view value",
        help:
          "Wraps the text, and decodes the escapes of a string. The same key or \(key: .app(.back)) returns to the tree.",
        keys: "v")
    case .wrapLines:
      .init(
        "Wrap long lines, or scroll them sideways", hint: "wrap",
        help:
          "For text, and for every body in the Raw tab. The selected line stays selected.",
        keys: "t w", variant: { $0.body.raw.longLines == .wrapped ? "one row per line" : nil })
    case .copyParentKey: .init("Copy the parent's key", hint: "parent's key", keys: "y u")
    case .copyValue: .init("Copy the value", hint: "value", keys: "y y")
    case .copyKey: .init("Copy the key", hint: "key", keys: "y k")
    case .copyPath: .init("Copy the path (JSON Pointer)", hint: "path", keys: "y p")
    case .copyQuery: .init("Copy the jq path", hint: "jq path", keys: "y q")
    case .copyRow:
      .init(
        "Copy the row as received", hint: "row",
        help:
          "Copies a table record, an element, a field, an event or a JSON value byte for byte. "
          + "A string keeps its quotes and escapes.", keys: "y r")
    case .record:
      .init(
        "Show the row of a table as a list", hint: "row as list",
        help:
          "One field per line. \(key: .response(.nextSibling)) and \(key: .response(.previousSibling)) go to the next and the previous row. \(key: .response(.record)) or \(key: .app(.back)) returns to the table.",
        keys: "T")
    case .copyBody: .init("Copy the body", hint: "body", keys: "y b")
    case .copyCurl: .init("Copy the sent request as curl", hint: "as curl", keys: "y c")
    case .filter:
      .init(
        "Filter the body with jq", hint: "filter",
        help:
          "Filters while you type. \(key: .typing(.nextField)) completes keys, \(key: .typing(.up)) and \(key: .typing(.down)) browse the history, \(key: .typing(.leave)) restores the earlier filter.",
        keys: "|")
    case .useFilter:
      .init(
        "Use the filter in the request", hint: "use filter",
        help:
          "The responses of the request are then filtered. The filter is saved with the request.")
    case .nextTab: .init("Go to the next tab of the response", hint: "next tab", keys: "]")
    case .previousTab:
      .init("Go to the previous tab of the response", hint: "previous tab", keys: "[")
    case .loadMore:
      .init(
        "Append the next page", hint: "load more",
        help:
          "Follows the Link header or the paging rule. Sending the request again shows only the first page.",
        keys: "+")
    case .nextPage:
      .init(
        "Request the next page", hint: "next page",
        help: "Follows the Link header or the paging rule.",
        keys: ">")
    case .previousPage: .init("Request the previous page", hint: "previous page", keys: "<")
    case .compare:
      .init(
        "Compare with the previous response", hint: "compare",
        help:
          "Uses the previous response to the same request. The same key or \(key: .app(.back)) goes back. In the history, \(key: .list(.compare)) compares any exchange, and in the queue, \(key: .queue(.compare)) compares two marked jobs.",
        keys: "=", variant: { $0.tab == .compare ? "back" : nil })
    case .ignore:
      .init(
        "Ignore this value when comparing", hint: "ignore",
        help: "Also ignores the corresponding value in every element.", keys: "#")
    case .ignoreNothing: .init("Ignore nothing when comparing", hint: "all", keys: "~")
    case .save:
      .init(
        "Save the body to a file", hint: "save body",
        help: "If the body is filtered, saves the result of the filter.",
        keys: "w", variant: { $0.body.filter.shown == nil ? nil : "save result" })
    case .edit:
      .init("Edit the request of this response and send it again", hint: "edit", keys: "e")
    case .runAgain:
      .init("Run the request of this response again", hint: "run again", keys: "A", "s")
    case .poll:
      .init(
        "Poll the work that the server accepted", hint: "poll",
        help:
          "For a 202 response with a Location or Operation-Location header. The request is not sent again.",
        keys: "Q")
    case .useAsAssertion:
      .init(
        "Add an assertion about the selected value", hint: "assert",
        help:
          "Adds the assertion to the request of this response. On tabs other than Tree, the assertion is about a header, a time or the status.",
        keys: "u a")
    case .useAsParameter:
      .init("Begin a new request with this value", hint: "new request", keys: "u p")
    case .useAsRows:
      .init(
        "Queue one job for each element", hint: "each element",
        help:
          "Uses the selected array. In an object, the value of the key id fills {{id}}. A plain value fills {{value}}.",
        keys: "u j")
    case .useAsInput:
      .init(
        "Use as an input of a graph's step", hint: "step input",
        help:
          "Adds the value to the new graph if a step of that graph can use it. Otherwise copies the value.",
        keys: "u i")
    case .storeValue:
      .init(
        "Store this value under a name", hint: "store value",
        help:
          "Stores the value, such as a token, as a shared value or as a variable of the environment. Other requests can use it.",
        keys: "u s"
      )
    case .saveNode: .init("Save this value to a file", hint: "save value", keys: "u w")
    case .editNode: .init("Open this value in $EDITOR", hint: "$EDITOR", keys: "u e")
    case .pageNode: .init("Read this value in $PAGER", hint: "value in $PAGER", keys: "u v")
    case .pager: .init("Read the body in $PAGER", hint: "$PAGER", keys: "V")
    case .showAsFound: .init("Show the body as the detected kind", hint: "as detected")
    case .showAsJSON: shown("JSON")
    case .showAsJSONLines: shown("JSON lines")
    case .showAsXML: shown("XML")
    case .showAsHTML: shown("HTML")
    case .showAsTable: shown("a table")
    case .showAsForm: shown("form data")
    case .showAsEvents: shown("events")
    case .showAsText: shown("text")
    case .showAsHex: shown("hexadecimal")
    case .charset:
      .init(
        "Read the text in another charset", hint: "charset",
        help:
          "For example windows-1252. An empty field selects the declared charset. The stored body is unchanged.",
        keys: "t c")
    }
  }

  private func shown(_ kind: String) -> CommandRow<ResponseModel> {
    .init("Show the body as \(kind)", hint: "as \(kind)")
  }

  /// The kind that a `showAs…` command sets. Nil for all remaining commands. For `showAsFound`, nil
  /// means the detected kind.
  var kind: BodyKind? {
    switch self {
    case .showAsJSON: .json
    case .showAsJSONLines: .jsonLines
    case .showAsXML: .xml
    case .showAsHTML: .html
    case .showAsTable: .table
    case .showAsForm: .form
    case .showAsEvents: .events
    case .showAsText: .text
    case .showAsHex: .binary
    default: nil
    }
  }

  /// The commands that unfold the tree to the depths 1 to 9.
  static let depths: [Command] = [
    .depth1, .depth2, .depth3, .depth4, .depth5, .depth6, .depth7, .depth8, .depth9,
  ].map(Command.response)

  private func depth(_ levels: Int) -> CommandRow<ResponseModel> {
    .init("Unfold to depth \(levels)", hint: "depth \(levels)", keys: "t \(levels)")
  }
}
