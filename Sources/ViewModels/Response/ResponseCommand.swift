/// What can be done to a response on the screen.
package enum ResponseCommand: String, CommandGroup {
  case toggle, open, close, openAll, closeAll
  case depth1, depth2, depth3, depth4, depth5, depth6, depth7, depth8, depth9
  case openSiblings, closeSiblings
  case nextSibling, previousSibling, firstSibling, lastSibling
  case parent, firstChild, lastChild, goToPath, viewValue, record
  case copyValue, copyKey, copyParentKey, copyPath, copyQuery, copyRow, copyBody, copyCurl
  case filter, keepFilter
  case nextTab, previousTab, loadMore, nextPage, previousPage
  case compare, ignore, ignoreNothing, save, pager
  case useAsAssertion, useAsParameter, useAsRows, useAsInput, saveNode, editNode, pageNode
  case showAsFound, showAsJSON, showAsJSONLines, showAsXML, showAsHTML, showAsTable, showAsForm
  case showAsEvents, showAsText, showAsHex

  package var facts: CommandFacts {
    switch self {
    case .toggle: .init("Fold or unfold", hint: "fold", in: .response)
    case .open: .init("Unfold, or go to the first child", hint: "unfold", in: .response)
    case .close: .init("Fold, or go to the parent", hint: "fold", in: .response)
    case .openAll: .init("Unfold all", hint: "unfold all", in: .response)
    case .closeAll: .init("Fold all", hint: "fold all", in: .response)
    case .depth1: depth(1)
    case .depth2: depth(2)
    case .depth3: depth(3)
    case .depth4: depth(4)
    case .depth5: depth(5)
    case .depth6: depth(6)
    case .depth7: depth(7)
    case .depth8: depth(8)
    case .depth9: depth(9)
    case .nextSibling: .init("Go to the next sibling", hint: "next sibling", in: .response)
    case .previousSibling:
      .init("Go to the previous sibling", hint: "previous sibling", in: .response)
    case .openSiblings:
      .init("Unfold this and its siblings", hint: "unfold siblings", in: .response)
    case .closeSiblings:
      .init("Fold this and its siblings", hint: "fold siblings", in: .response)
    case .firstSibling: .init("Go to the first sibling", hint: "first sibling", in: .response)
    case .lastSibling: .init("Go to the last sibling", hint: "last sibling", in: .response)
    case .parent: .init("Go to the parent", hint: "parent", in: .response)
    case .firstChild: .init("Go to the first child", hint: "first child", in: .response)
    case .lastChild: .init("Go to the last child", hint: "last child", in: .response)
    case .goToPath:
      .init(
        "Go to a path", hint: "go to path",
        help: "As .a[3].b, $.a or /a/3/b; a wrong one leads as far as it is right.",
        in: .response)
    case .viewValue:
      .init(
        "View this value whole", hint: "view value",
        help: "Wrapped, a string by what its escapes mean; again, or esc, for the tree.",
        in: .response)
    case .copyParentKey: .init("Copy the parent's key", hint: "parent's key", in: .response)
    case .copyValue: .init("Copy the value", hint: "value", in: .response)
    case .copyKey: .init("Copy the key", hint: "key", in: .response)
    case .copyPath: .init("Copy the path", hint: "path", in: .response)
    case .copyQuery: .init("Copy the jq path", hint: "jq path", in: .response)
    case .copyRow:
      .init(
        "Copy the row as it came", hint: "row",
        help:
          "A record of a table, all of an element, field or event, or a value of JSON, byte for byte: "
          + "a string with its quotes and escapes.",
        in: .response)
    case .record:
      .init(
        "Show the row of a table as a list", hint: "row as list",
        help: "A field a line; J and K go to the next row and the one before, r and esc back.",
        in: .response)
    case .copyBody: .init("Copy the body", hint: "body", in: .response)
    case .copyCurl: .init("Copy the request as curl", hint: "as curl", in: .response)
    case .filter:
      .init(
        "Filter the body with jq", hint: "filter",
        help: "As you type; tab completes keys, up and down walk the history, esc goes back.",
        in: .response)
    case .keepFilter:
      .init(
        "Keep the filter with the request", hint: "keep filter",
        help: "Its answers are then shown filtered; saved with the request.", in: .response)
    case .nextTab: .init("Go to the next tab of the response", hint: "next tab", in: .response)
    case .previousTab:
      .init("Go to the previous tab of the response", hint: "previous tab", in: .response)
    case .loadMore:
      .init(
        "Append the next page", hint: "load more",
        help: "Where the answer's Link header says; sending again shows the first page alone.",
        in: .response)
    case .nextPage:
      .init(
        "Ask for the next page", hint: "next page", help: "Where the answer's Link header says.",
        in: .response)
    case .previousPage: .init("Ask for the previous page", hint: "previous page", in: .response)
    case .compare:
      .init(
        "Compare with the run before", hint: "compare",
        help:
          "Of the same request; pressed again it goes back. In the history = takes any exchange.",
        in: .response)
    case .ignore:
      .init(
        "Ignore this value when comparing", hint: "ignore",
        help: "And its like in every element.", in: .response)
    case .ignoreNothing: .init("Ignore nothing when comparing", hint: "all", in: .response)
    case .save: .init("Save the body to a file", hint: "save body", in: .response)
    case .useAsAssertion:
      .init(
        "Assert what is selected at each run", hint: "assert",
        help:
          "Added to the request in the composer; of a header, a time or a status on other tabs.",
        in: .response)
    case .useAsParameter:
      .init("Begin a new request with this value", hint: "new request", in: .response)
    case .useAsRows:
      .init(
        "Queue one job for each element", hint: "each element",
        help: "Of the selected array; keys of its objects fill {{name}}, plain values {{value}}.",
        in: .response)
    case .useAsInput:
      .init("Copy as an input of a graph's step", hint: "step input", in: .response)
    case .saveNode: .init("Save this value to a file", hint: "save value", in: .response)
    case .editNode: .init("Open this value in $EDITOR", hint: "$EDITOR", in: .response)
    case .pageNode: .init("Read this value in $PAGER", hint: "value in $PAGER", in: .response)
    case .pager: .init("Read the body in $PAGER", hint: "$PAGER", in: .response)
    case .showAsFound: .init("Show the body as it was found", hint: "as found", in: .response)
    case .showAsJSON: shown("JSON")
    case .showAsJSONLines: shown("JSON lines")
    case .showAsXML: shown("XML")
    case .showAsHTML: shown("HTML")
    case .showAsTable: shown("a table")
    case .showAsForm: shown("form data")
    case .showAsEvents: shown("events")
    case .showAsText: shown("text")
    case .showAsHex: shown("hexadecimal")
    }
  }

  private func shown(_ kind: String) -> CommandFacts {
    .init("Show the body as \(kind)", hint: "as \(kind)", in: .response)
  }

  /// What `showAs…` shows the body as; nil for what it was found to be.
  var kind: DocumentFacts.Kind? {
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

  /// From 1 to 9.
  static let depths: [Command] = [
    .depth1, .depth2, .depth3, .depth4, .depth5, .depth6, .depth7, .depth8, .depth9,
  ].map(Command.response)

  private func depth(_ levels: Int) -> CommandFacts {
    .init("Unfold to depth \(levels)", hint: "depth \(levels)", in: .response)
  }
}
