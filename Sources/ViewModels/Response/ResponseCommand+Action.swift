import ReadingValues

extension ResponseCommand {
  /// The reader request of this command. Nil if the command does not concern rows of the body.
  var action: DocumentRequest.Action? {
    switch self {
    case .toggle: .fold(.toggle)
    case .open: .fold(.open)
    case .close: .fold(.close)
    case .openAll: .fold(.openAll)
    case .closeAll: .fold(.closeAll)
    case .depth1: .fold(.toDepth(1))
    case .depth2: .fold(.toDepth(2))
    case .depth3: .fold(.toDepth(3))
    case .depth4: .fold(.toDepth(4))
    case .depth5: .fold(.toDepth(5))
    case .depth6: .fold(.toDepth(6))
    case .depth7: .fold(.toDepth(7))
    case .depth8: .fold(.toDepth(8))
    case .depth9: .fold(.toDepth(9))
    case .openSiblings: .fold(.openSiblings)
    case .closeSiblings: .fold(.closeSiblings)
    case .firstSibling: .go(.firstSibling)
    case .lastSibling: .go(.lastSibling)
    case .parent: .go(.parent)
    case .firstChild: .go(.firstChild)
    case .lastChild: .go(.lastChild)
    case .nextSibling: .go(.nextSibling)
    case .previousSibling: .go(.previousSibling)
    case .copyValue: .copy(.value)
    case .copyKey: .copy(.key)
    case .copyParentKey: .copy(.parentKey)
    case .copyPath: .copy(.path)
    case .copyQuery: .copy(.query)
    case .copyRow: .copy(.row)
    case .useAsAssertion: .use(.assertion)
    case .useAsParameter: .use(.parameter)
    case .useAsRows: .use(.each)
    case .useAsInput: .use(.reference)
    case .storeValue: .use(.store)
    case .saveNode: .use(.save)
    case .editNode: .use(.edit)
    case .pageNode: .use(.page)
    case .goToPath, .viewValue, .record, .wrapLines, .copyBody, .copyCurl, .nextTab, .previousTab,
      .loadMore,
      .nextPage, .previousPage, .save, .pager, .showAsFound, .showAsJSON, .showAsJSONLines,
      .showAsXML, .showAsHTML, .showAsTable, .showAsForm, .showAsEvents, .showAsText, .showAsHex,
      .charset, .filter, .useFilter, .compare, .ignore, .ignoreNothing, .edit, .runAgain, .poll:
      nil
    }
  }

  /// Whether the command parses the body again, as another kind or in another charset.
  var readsAnew: Bool {
    switch self {
    case .showAsFound, .showAsJSON, .showAsJSONLines, .showAsXML, .showAsHTML, .showAsTable,
      .showAsForm, .showAsEvents, .showAsText, .showAsHex, .charset:
      true
    default: false
    }
  }
}
