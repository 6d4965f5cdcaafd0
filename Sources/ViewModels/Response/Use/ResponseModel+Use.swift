import ClientDocuments
package import ClientModel
import ClientPipeline

/// Uses the selected value in other places, such as assertions, parameters and files.
extension ResponseModel {
  /// Takes what the controller knows of the selected value.
  func use(_ node: NodeUse, _ purpose: NodeUse.Purpose) -> [Effect] {
    switch purpose {
    case .assertion: return [.ask(.assertion, text: node.assertion)]
    case .parameter: return parameter(node)
    case .save:
      let name = SafeFileName(suggested: node.fileName.replacing("/", with: "_")).name
      return [.ask(.saveNode(node.span), text: name + ".json")]
    case .edit: return [.response(.extract(node.span, .editor, suffix: ".json"))]
    case .page: return [.response(.extract(node.span, .pager, suffix: ".json"))]
    case .each: return rows(node)
    case .reference: return reference(node)
    }
  }

  /// Proposes an assertion from the selected row of a tab without a tree.
  func assertion() -> [Effect] {
    let row = list(of: tab).selected
    var text = head.map { "status \($0.status)" } ?? ""
    switch tab {
    case .headers:
      if headerRows.prefix(row + 1).filter({ if case .heading = $0 { true } else { false } }).count
        == 1, headerRows.indices.contains(row), case .field(let name, let value) = headerRows[row],
        HTTPToken.isToken(name)
      {
        text = "header \(name) is \(value)"
      }
    case .timing:
      if let total = attempt?.result?.timings.total { text = "time < \(Self.limit(over: total))" }
    default: break
    }
    return [.ask(.assertion, text: text)]
  }

  /// A round time that leaves some room.
  private static func limit(over span: Duration) -> String {
    let milliseconds =
      span.components.seconds * 1000 + span.components.attoseconds / 1_000_000_000_000_000
    for limit in [100, 200, 500] as [Int64] where milliseconds < limit { return "\(limit) ms" }
    return "\(milliseconds * 3 / 2 / 1000 + 1) s"
  }

  private func parameter(_ node: NodeUse) -> [Effect] {
    guard let value = node.text, let request else {
      return [
        .notify(
          .cannot(
            "This is no parameter.", "It is no plain value, or too long for one.",
            "Choose a text, a number or a truth value."))
      ]
    }
    let name = node.key ?? "value"
    let address = request.url.prefix(whileByte: { !"?#".utf8.contains($0) })
    // The new request takes only the URL without its query, and the gateway, which adds its values only
    // for its own origin.
    let draft = Draft(
      url: String(address), query: [Self.field(name, value)],
      gateway: request.gateway?.name)
    var choices = [RequestChoice("\(name)= at this address", draft)]
    if value.lowercased().begins(with: "http://") || value.lowercased().begins(with: "https://") {
      choices.insert(RequestChoice("As its URL", Draft(url: Self.withoutTemplates(value))), at: 0)
    }
    return [.begin(choices)]
  }

  /// What a server sent is text: nothing in it is looked up or filled in.
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

  private func rows(_ node: NodeUse) -> [Effect] {
    guard node.kind == .array, node.count != 0 else {
      return [
        .notify(
          .cannot(
            "There are no elements.",
            node.kind == .array ? "The array is empty." : "The selected value is no array.",
            "Select an array."))
      ]
    }
    return [
      .ask(
        .elements(node.span, source: job.map { "#\($0.id) \(node.query)" } ?? node.query), text: "")
    ]
  }

  private func reference(_ node: NodeUse) -> [Effect] {
    guard let pointer = node.pointer else {
      return [
        .notify(
          .cannot("This is no step's input.", "The filter made this value.", "Show the whole body.")
        )
      ]
    }
    let step = (job?.name ?? "step").words(at: "/").last.map(String.init) ?? "step"
    let name = node.key ?? "value"
    let isPlain =
      !pointer.isEmpty
      && pointer.utf8.allSatisfy { Template.isNameByte($0) || $0 == 0x2F || $0 == 0x7E }
    let words = "{from: \(step), pointer: \(isPlain ? pointer : JSONText.quoted(pointer))}"
    return [.copy("\(name): \(words)", what: "the input \(words)")]
  }
}

/// A suggested new request and its label.
package struct RequestChoice: Hashable, Sendable {
  package let title: String
  package let draft: Draft

  package init(_ title: String, _ draft: Draft) {
    self.title = title
    self.draft = draft
  }
}
