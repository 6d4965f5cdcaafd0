import ClientModel

/// A check of a GraphQL document against a schema. Values are not checked.
package struct GraphQLCheck {
  private let document: GraphQLDocument
  private let schema: GraphQLSchema?
  private let fragments: Set<String>
  /// The error that is first in the text.
  private var first: (why: String, offset: Int)?

  /// Returns the first error of a query, or nil if the query is valid or empty.
  ///
  /// - Parameter schema: The types of the service, or nil to check only syntax, fragments and
  ///   variables.
  package static func fault(in query: String, _ schema: GraphQLSchema?) -> GraphQLFault? {
    do throws(GraphQLFault) {
      var check = GraphQLCheck(try GraphQLDocument(query), schema)
      check.run()
      return check.first.map { GraphQLFault($0.why, at: $0.offset, in: Array(query.utf8)) }
    } catch {
      return error
    }
  }

  private init(_ document: GraphQLDocument, _ schema: GraphQLSchema?) {
    (self.document, self.schema) = (document, schema)
    fragments = Set(document.fragments.map(\.name.text))
  }

  private mutating func run() {
    for operation in document.operations {
      checkTypes(operation.types)
      let root = schema.map { $0.roots[operation.kind] }
      if let root, root == nil {
        let offset = operation.name?.offset ?? 0
        report("the service has no \(operation.kind).", at: offset)
      }
      check(operation.selections, of: root ?? nil)
    }
    for fragment in document.fragments {
      checkTypes([fragment.type])
      check(fragment.selections, of: fragment.type.text)
    }
    let declared = Set(document.operations.flatMap { $0.variables.map(\.text) })
    for used in document.usedVariables where !isTemplate(used) && !declared.contains(used.text) {
      report(
        "$\(used.text) is not declared. Write it after the operation's name: "
          + "query Name($\(used.text): Type).",
        at: used.offset)
    }
  }

  private mutating func check(_ selections: [GraphQLDocument.Selection], of type: String?) {
    for selection in selections {
      switch selection {
      case .spread(let name):
        let fragments = fragments
        if !isTemplate(name), !fragments.contains(name.text) {
          report(
            "there is no fragment \(name.text).\(Self.nearest(name.text, fragments.sorted()))",
            at: name.offset)
        }
      case .inline(let name, let inner):
        if let name { checkTypes([name]) }
        check(inner, of: name?.text ?? type)
      case .field(let field): check(field, of: type)
      }
    }
  }

  private mutating func check(_ field: GraphQLDocument.Field, of type: String?) {
    guard let schema, let type, let facts = schema.types[type], !isTemplate(field.name) else {
      return check(field.selections ?? [], of: nil)
    }
    guard let known = schema.field(field.name.text, of: type) else {
      report(
        "\(type) has no field \(field.name.text)."
          + Self.nearest(field.name.text, facts.fields.map(\.name)), at: field.name.offset)
      return check(field.selections ?? [], of: nil)
    }
    let names = known.arguments.map(\.name)
    for argument in field.arguments where !isTemplate(argument) && !names.contains(argument.text) {
      report(
        "\(known.name) has no argument \(argument.text).\(Self.nearest(argument.text, names))",
        at: argument.offset)
    }
    let isComposite = schema.types[known.namedType]?.isComposite
    if isComposite == true, field.selections == nil {
      report(
        "\(known.name) is of type \(known.type). Select its fields in braces.",
        at: field.name.offset)
    } else if isComposite == false, field.selections != nil {
      report(
        "\(known.name) is of type \(known.type) and has no fields. Remove the braces.",
        at: field.name.offset)
    }
    check(field.selections ?? [], of: known.namedType)
  }

  private mutating func checkTypes(_ names: [GraphQLDocument.Name]) {
    guard let schema else { return }
    for name in names where !isTemplate(name) && schema.types[name.text] == nil {
      report(
        "the schema has no type \(name.text).\(Self.nearest(name.text, schema.types.keys.sorted()))",
        at: name.offset)
    }
  }

  private func isTemplate(_ name: GraphQLDocument.Name) -> Bool { name.text.begins(with: "{{") }

  private static func nearest(_ word: String, _ candidates: [String]) -> String {
    NearestWord.nearest(to: word, in: candidates).map { " Did you mean \($0)?" } ?? ""
  }

  /// Records an error if it is the first in the text. The text of other errors is not created,
  /// because the search for a similar name is slow in a large schema.
  private mutating func report(_ why: @autoclosure () -> String, at offset: Int) {
    if let first, first.offset <= offset { return }
    first = (why(), offset)
  }
}
