import ClientModel

/// The cookies in the jar. The value of a cookie is loaded only when the user requests it.
struct CookiesList: EventListSource {
  var cookies: [Cookie] = []

  static let commands = [FeatureCommand.cookies]
  static let manual = ManualSubject(topic: "gateways")

  let title = "Cookies"
  let emptyText = "The jar is empty. Servers fill it."

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    cookies.map {
      ListRow(
        value: .init($0), title: "\($0.name) = \(Secret.mask)",
        detail: "\($0.domain)\($0.path) \($0.expires)",
        cells: [
          ListCell("\($0.name) = \(Secret.mask)"), ListCell($0.domain + $0.path, .address),
          ListCell($0.expires, .faint),
        ])
    }.matching(filter)
  }

  func hints(on row: ListRow?) -> [ListCommand] {
    row == nil ? [.close] : [.edit, .delete, .clear, .filter, .close]
  }

  mutating func begin() -> [Effect] { [.cookies(.list)] }

  mutating func receive(_ event: CookiesEvent, _ visibility: ListVisibility) -> [Effect] {
    switch event {
    case .list(let cookies): self.cookies = cookies
    case .value(let cookie, let value):
      // The value is shown only if the list that requested the value is still the uppermost
      // overlay.
      guard visibility == .uppermost else { break }
      return [.ask(Prompt(CookieValuePrompt(cookie: cookie), text: value))]
    }
    return []
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard let cookie: Cookie = row.item() else { return [] }
    return [.cookies(.reveal(cookie))]
  }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    guard let cookie = row?.item(Cookie.self) else { return refuse(command) }
    switch command {
    case .edit: return [.cookies(.reveal(cookie))]
    case .delete:
      // The row is removed before the deletion has ended, so that the next key applies to the next
      // row.
      cookies.removeAll { $0 == cookie }
      return [
        .cookies(.delete(cookie)),
        .remember(UndoStep("Deleting the cookie \(cookie.name)", [.cookies(.restore(cookie))])),
        .notify(
          Notice(
            .info, "The cookie \(cookie.name) of \(cookie.domain) was deleted.",
            whatToDo: "\(key: .app(.undo)) undoes it.")),
      ]
    case .clear:
      return [
        .confirm(
          Confirmation(
            "Delete all cookies of this jar (\(cookies.count.grouped))?",
            answers: [.init("Keep them"), .init("Delete them", [.cookies(.clear)])]))
      ]
    default: return refuse(command)
    }
  }
}

extension FeatureCommand {
  package static let cookies = FeatureCommand(
    "cookies", opens: \.cookies, .init("List the cookies", hint: "cookies", keys: ", j"))
}
