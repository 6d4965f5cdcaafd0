import ClientModel

/// Checks a GraphQL document against a schema. Values are not checked.
package struct GraphQLCheck {
  private let document: GraphQLDocument
  private let schema: GraphQLSchema?
  private let bytes: [UInt8]
  private var fault: GraphQLFault?

  /// Returns the first error of a query. Returns nil if there is none, or if the query is empty.
  ///
  /// - Parameter schema: The types of the service. If it is nil, only the syntax, the fragments and
  ///   the variables are checked.
  package static func fault(in query: String, _ schema: GraphQLSchema?) -> GraphQLFault? {
    do throws(GraphQLFault) {
      var check = GraphQLCheck(
        document: try GraphQLDocument(query), schema: schema, bytes: Array(query.utf8))
      check.run()
      return check.fault
    } catch {
      return error
    }
  }

  private init(document: GraphQLDocument, schema: GraphQLSchema?, bytes: [UInt8]) {
    (self.document, self.schema, self.bytes) = (document, schema, bytes)
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
    let declared = document.operations.flatMap { $0.variables.map(\.text) }
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
        let names = document.fragments.map(\.name.text)
        if !isTemplate(name), !names.contains(name.text) {
          report("there is no fragment \(name.text).\(nearest(name.text, names))", at: name.offset)
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
          + nearest(field.name.text, facts.fields.map(\.name)), at: field.name.offset)
      return check(field.selections ?? [], of: nil)
    }
    let names = known.arguments.map(\.name)
    for argument in field.arguments where !isTemplate(argument) && !names.contains(argument.text) {
      report(
        "\(known.name) has no argument \(argument.text).\(nearest(argument.text, names))",
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
        "the schema has no type \(name.text).\(nearest(name.text, schema.types.keys.sorted()))",
        at: name.offset)
    }
  }

  private func isTemplate(_ name: GraphQLDocument.Name) -> Bool { name.text.begins(with: "{{") }

  private func nearest(_ word: String, _ candidates: [String]) -> String {
    NearestWord.nearest(to: word, in: candidates).map { " Did you mean \($0)?" } ?? ""
  }

  /// Records an error if it is the first in the text.
  private mutating func report(_ why: String, at offset: Int) {
    let found = GraphQLFault(why, at: offset, in: bytes)
    guard let fault else {
      self.fault = found
      return
    }
    if (found.place.line, found.place.column) < (fault.place.line, fault.place.column) {
      self.fault = found
    }
  }
}
