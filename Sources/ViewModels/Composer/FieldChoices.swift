package import ClientCatalogs
import ClientModel

/// The list of choices for a field of the composer.
package struct FieldChoices: ListSource {
  package enum Field: Hashable, Sendable {
    case method
    /// A field with a few fixed choices.
    case words(ComposerField)
    /// A field of the form, and its label.
    case options(FieldID, String)
  }

  var field = Field.method

  var title: String {
    switch field {
    case .method: "Method"
    case .words(.bodyKind): "Kind of body"
    case .words(.gateway): "Gateway"
    case .words(.operation): "Operation to execute"
    case .words(.authorizationKind): "Kind of credentials"
    case .words(.option(let option)): option.label
    case .words: "Choose"
    case .options(_, let label): label
    }
  }

  /// The options of a form field are browsed, so that a key can select several of them.
  var interaction: ListInteraction {
    switch field {
    case .method, .words: .typed
    case .options: .browsed
    }
  }
  var noMatchText: String {
    field == .method
      ? "A method is one word of letters, digits and !#$%&'*+-.^_`|~ (RFC 9110)."
      : "Nothing matches. Shorten the filter."
  }

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    let composer = facts.composer
    switch field {
    case .method:
      let methods = HTTPMethod.common.map { ($0.rawValue, "") } + Self.messages.map { ($0, "MQTT") }
      return methods.map { method, detail in
        ListRow(
          value: .method(method), title: method, detail: detail,
          isCurrent: method == composer.draft.method)
      }.matching(filter) + typed(method: filter)
    case .words(let field):
      let selected = composer.words.selected(field, in: composer.draft)
      return composer.words.all(of: field, in: composer.draft).map {
        let kind = field == .bodyKind ? Draft.BodyKind(rawValue: $0) : nil
        return ListRow(
          value: .choice(field, $0), title: $0, detail: kind?.summary ?? "",
          isCurrent: $0 == selected)
      }.matching(filter)
    case .options(let id, _):
      return options(of: id, composer).matching(filter) + typed(filter, for: id, composer)
        + (id == .server && filter.isEmpty ? [typedServer] : [])
    }
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    switch row.value {
    case .method(let method): [.list(.closeAll), .list(.setMethod(method))]
    case .choice(let field, let word): [.list(.closeAll), .list(.setField(field, word))]
    case .formOption(let id, let index): [.list(.setOption(index, for: id))]
    case .formText(let id, let text): [.list(.closeAll), .list(.setText(text, for: id))]
    case _ where row.item(TypedServer.self) != nil: [.list(.closeAll), .list(.typeServer)]
    default: []
    }
  }

  /// The value of the row that starts typing another server.
  private struct TypedServer: Hashable {}

  private let typedServer = ListRow(
    value: .init(TypedServer()), title: "Another server", detail: "edit the address")

  /// The methods for requests to a message broker.
  private static let messages = [Publication.method, TopicSubscription.method]

  /// Returns a row for a typed method that is not in the list.
  private func typed(method text: String) -> [ListRow] {
    let method = text.contains(where: \.isUppercase) ? text : text.uppercased()
    guard let known = HTTPMethod(method), !HTTPMethod.common.contains(known),
      !Self.messages.contains(method)
    else { return [] }
    return [
      ListRow(
        value: .method(method), title: "Use \(method)",
        detail: known.isRegistered ? "" : "not registered with IANA")
    ]
  }

  /// Returns a row for each option of a field. The chosen options are marked.
  private func options(of id: FieldID, _ composer: ComposerModel) -> [ListRow] {
    guard let form = composer.form, let row = form.row(id) else { return [] }
    let picked = form.form.picked(id)
    return row.options.enumerated().map { index, option in
      ListRow(
        value: .formOption(id, index), title: option.label,
        detail: CatalogsModel.line(option.summary),
        isCurrent: picked.contains(option.label) || option.label == row.value)
    }
  }

  /// Returns a row for the typed text. Returns an empty array if the field accepts only its options
  /// and the text contains no template.
  private func typed(_ text: String, for id: FieldID, _ composer: ComposerModel) -> [ListRow] {
    guard !text.isEmpty, let row = composer.form?.row(id),
      !row.options.contains(where: { $0.label == text })
    else { return [] }
    let isFree = if case .proposals = row.kind { true } else { text.contains(bytes: "{{") }
    guard isFree else { return [] }
    let typed = ListRow(value: .formText(id, text), title: text, detail: "as typed")
    guard id == .server, let server = composer.form?.form.address,
      let full = Self.address(text, withPathOf: server)
    else { return [typed] }
    return [
      ListRow(
        value: .formText(id, full), title: full, detail: "with the path of the current server"),
      typed,
    ]
  }

  /// Appends the path of a server to a typed address without a path. Returns nil if the address has
  /// a path or the server has none.
  private static func address(_ typed: String, withPathOf server: String) -> String? {
    func host(_ text: String) -> Substring {
      text.firstRange(ofBytes: "://").map { text[$0.upperBound...] } ?? text[...]
    }
    guard !host(typed).isEmpty, !host(typed).contains(byte: "/"),
      let slash = host(server).firstIndex(ofByte: "/")
    else { return nil }
    return typed + server[slash...]
  }
}
