import ClientModel

/// The fields of a form that have templates in their values, used to check rows of template values
/// against the catalog.
package struct FormTemplates: Sendable {
  private let form: EndpointForm
  private let fields: [(field: FormField, answer: FieldInput)]

  package init(_ form: EndpointForm) {
    self.form = form
    fields = form.inputs.all
      .filter { $0.answer.texts.contains(where: Self.holdsTemplate) }
      .sorted { $0.id.description < $1.id.description }
      .compactMap { id, answer in form.find(id).map { ($0, answer) } }
  }

  package var isEmpty: Bool { fields.isEmpty }

  /// Returns the problems of these fields after their templates are filled.
  ///
  /// - Parameter value: A function that returns the value of a name. If it returns nil because the
  ///   value is unknown or secret, the field is not checked.
  package func problems(_ value: (String) -> String?) -> [FormProblem] {
    fields.flatMap { field, answer in problems(of: answer, in: field, value) }
  }

  private func problems(
    of answer: FieldInput, in field: FormField, _ value: (String) -> String?
  ) -> [FormProblem] {
    let texts = answer.texts.compactMap { Self.filled($0, value) }
    guard texts.count == answer.texts.count else { return [] }
    let check = FormCheck(form)
    switch answer {
    case .text: return check.problems(ofFilled: texts[0], in: field)
    case .picked: return check.problems(ofPicked: texts, in: field)
    case .json:
      var filled = form
      guard let json = FormValue(json: texts[0]) else { return [] }
      filled.clear(field.id)
      filled.fill(field, with: json)
      return filled.problems.filter { $0.field.isWithin(field.id) }
    case .items, .object, .alternative, .null: return []
    }
  }

  private static func holdsTemplate(_ text: String) -> Bool {
    Template.pieces(of: text).contains { if case .name = $0 { true } else { false } }
  }

  private static func filled(_ text: String, _ value: (String) -> String?) -> String? {
    var result = ""
    for piece in Template.pieces(of: text) {
      switch piece {
      case .text(let text): result += text
      case .name(let use):
        guard let value = value(use.name) else { return nil }
        result += value.isEmpty ? use.fallback ?? "" : value
      }
    }
    return result
  }
}

extension FieldInput {
  /// The texts that may contain templates.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text), .json(let text): [text]
    case .picked(let labels): labels
    case .items, .object, .alternative, .null: []
    }
  }
}
