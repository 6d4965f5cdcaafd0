/// The list of the open requests, in tab order. It includes requests whose tabs do not fit on the
/// screen.
struct OpenRequestsList: ListSource {
  static let manual = ManualSubject.requests

  let title = "Open requests"

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    facts.tabs.enumerated().map { index, tab in
      ListRow(
        value: .openRequest(index), title: tab.title, detail: tab.url,
        isCurrent: index == facts.currentTab,
        cells: [
          ListCell(tab.name ?? "", .faint), ListCell(tab.method, .method),
          ListCell(tab.url, .address), ListCell(tab.isUnsaved ? "unsaved" : ""),
        ])
    }
    .matching(filter)
  }

  func hints(on row: ListRow?) -> [ListCommand] {
    row == nil ? [.close] : [.choose, .delete, .filter, .close]
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    switch command {
    case .choose: "show"
    case .delete: "close the tab"
    default: nil
    }
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard case .openRequest(let index) = row.value else { return [] }
    return [.list(.closeAll), .list(.showRequest(index))]
  }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    guard command == .delete, case .openRequest(let index) = row?.value else {
      return refuse(command)
    }
    return [.list(.closeRequest(index))]
  }
}
