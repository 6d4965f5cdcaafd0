import ClientDocuments
package import ClientModel
import ClientPipeline
import ReadingValues

/// The effects of commands that use a response value. The value can go to an assertion, a new
/// request or a file, for example.
extension NodeUse {
  func effects(of purpose: Purpose, _ exchange: ShownExchange) -> [Effect] {
    switch purpose {
    case .assertion: [.ask(Prompt(AssertionPrompt(), text: assertion))]
    case .parameter: parameter(exchange.request)
    case .save:
      [
        .ask(
          Prompt(
            SaveNodePrompt(span),
            text: SafeFileName(suggested: fileName.replacing("/", with: "_")).name + ".json"))
      ]
    case .edit: [.response(.extract(span, .editor, suffix: ".json"))]
    case .page: [.response(.extract(span, .pager, suffix: ".json"))]
    case .each: rows(exchange.job)
    case .reference: reference(exchange.job)
    case .store:
      // The names of shared values are loaded, because they complete the typed name.
      [
        .shared(.list),
        .ask(Prompt(StoreValuePrompt(span: span, member: key), selecting: key ?? "")),
      ]
    }
  }

  private func parameter(_ request: PreparedRequest?) -> [Effect] {
    guard let value = text, let request else {
      return [
        .notify(
          .cannot(
            "This is not a parameter.", "It is not a plain value, or it is too long.",
            "Choose a string, a number or a Boolean."))
      ]
    }
    let name = key ?? "value"
    let address = request.url.prefix(whileByte: { !"?#".utf8.contains($0) })
    // The new request contains only the gateway and the URL without the query. The gateway adds its
    // values only to URLs of its own origin.
    let draft = Draft(
      url: String(address), query: [Self.field(name, value)],
      gateway: request.gateway?.name)
    var choices = [RequestChoice("As \(name)= in the query of this response's URL", draft)]
    if value.lowercased().begins(with: "http://") || value.lowercased().begins(with: "https://") {
      choices.insert(RequestChoice("As its URL", Draft(url: Self.withoutTemplates(value))), at: 0)
    }
    return [.begin(choices)]
  }

  /// Returns a field with a received value. The value is plain text: templates and secret
  /// references have no effect.
  private static func field(_ name: String, _ value: String) -> DraftField {
    let name = withoutTemplates(name)
    if value.contains(bytes: "{{") {
      return DraftField(name, PercentEncoding.encode(value), mark: .encoded)
    }
    return DraftField(name, value, mark: SecretReference(value) == nil ? .plain : .literal)
  }

  private static func withoutTemplates(_ text: String) -> String {
    text.replacing("{", with: "%7B").replacing("}", with: "%7D")
  }

  private func rows(_ job: Job?) -> [Effect] {
    guard kind == .array, count != 0 else {
      return [
        .notify(
          .cannot(
            "There are no elements.",
            kind == .array ? "The array is empty." : "The selected value is not an array.",
            "Select an array."))
      ]
    }
    let source = job.map { "#\($0.id) \(query)" } ?? query
    return [.ask(Prompt(ElementsPrompt(span: span, source: source)))]
  }

  private func reference(_ job: Job?) -> [Effect] {
    guard let pointer else {
      return [
        .notify(
          .cannot(
            "The value cannot be an input of a step.", "The value is the result of a filter.",
            "Show the full body."))
      ]
    }
    let value = PickedValue(request: job?.name, pointer: pointer, key: key)
    return [.list(.graph(.offer(value)))]
  }
}

/// A proposed new request and its label.
package struct RequestChoice: Hashable, Sendable {
  package let title: String
  package let draft: Draft

  package init(_ title: String, _ draft: Draft) {
    self.title = title
    self.draft = draft
  }
}

extension Confirmation {
  /// Returns the question that asks which request to begin.
  static func beginning(_ choices: [RequestChoice]) -> Confirmation {
    Confirmation(
      "Begin a new request with this value?",
      answers: [.init("Stay here")]
        + choices.map { .init($0.title, [.compose(.restored($0.draft, base: nil))]) },
      chosen: 1)
  }
}
