import ClientDocuments
import ClientModel

/// The types and fields of the service of the composed GraphQL request.
struct GraphQLSchemaList: ListSource {
  static let commands = [FeatureCommand.schema]
  static let manual = ManualSubject(topic: "requests")

  let title = "GraphQL schema"

  /// The row that requests the schema from the service.
  private struct Fetch: Hashable, Sendable {}

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    guard let schema = facts.composer.schema else {
      return [fetchRow("Request the schema", "none is stored for this URL")]
    }
    let roots = ["query", "mutation", "subscription"].compactMap { schema.roots[$0] }
    let known = roots + ["Boolean", "Float", "ID", "Int", "String"]
    let others = schema.types.keys.filter { !$0.hasPrefix("__") && !known.contains($0) }.sorted()
    let types = (roots + others).flatMap { rows(of: $0, schema) }
    return (types + [fetchRow("Request the schema again", "")]).matching(filter)
  }

  private func fetchRow(_ title: String, _ detail: String) -> ListRow {
    ListRow(value: .init(Fetch()), title: title, detail: detail)
  }

  private func rows(of name: String, _ schema: GraphQLSchema) -> [ListRow] {
    guard let type = schema.types[name] else { return [] }
    let kind = type.kind.lowercased().replacing(bytes: "_", with: " ")
    let values = type.values.joined(separator: ", ")
    let heading = ListRow(
      value: .init(name), title: name,
      detail: [kind, values, CatalogsModel.line(type.summary)].filter { !$0.isEmpty }
        .joined(separator: "  "))
    return [heading]
      + (type.fields + type.inputs).map {
        ListRow(
          value: .init($0.name), title: "  \($0.signature)", detail: CatalogsModel.line($0.summary))
      }
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    guard command == .choose else { return nil }
    return row?.item(Fetch.self) == nil ? "insert name" : "request"
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    if row.item(Fetch.self) != nil { return [.list(.closeAll), .list(.fetchSchema)] }
    guard let name: String = row.item() else { return [] }
    return [.list(.closeAll), .list(.insert(name))]
  }
}

extension FeatureCommand {
  package static let schema = FeatureCommand(
    "schema", opens: \.schema,
    .init(
      "List the types and fields of the GraphQL service", hint: "schema",
      help: "The schema is requested once and stored. The list inserts a name into the query.",
      keys: ", q",
      unless: {
        $0.composer.draft.graphQL == nil
          ? .cannot(
            "There is no GraphQL schema to list.", "The body of the request is not GraphQL.",
            "Choose graphql as the kind of the body.") : nil
      }))
}
