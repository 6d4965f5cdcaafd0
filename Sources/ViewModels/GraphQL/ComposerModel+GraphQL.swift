import ClientDocuments
import ClientModel

/// The schema of the composed GraphQL request.
extension ComposerModel {
  /// The known schema of the service. Nil if the body is not GraphQL or no schema is stored.
  var schema: GraphQLSchema? {
    draft.graphQL == nil ? nil : context.schemas[examination.address]
  }

  /// Requests the stored schema of the service, unless it was requested before.
  mutating func loadsSchema() -> [Effect] {
    guard draft.graphQL != nil, !isTyping || cursor != .url, let address = examination.address,
      context.schemas.request(address)
    else { return [] }
    return [.feature(.init(GraphQLSchemaEffect.load(address: address)))]
  }

  /// Sends the introspection query with the settings of the composed request.
  mutating func fetchSchema() -> [Effect] {
    guard draft.graphQL != nil else { return [] }
    var draft = draft
    draft.body = .graphQL(GraphQLSchema.introspection)
    (draft.name, draft.filter, draft.assertions) = (nil, nil, [])
    return [.sending(.submit(draft, .immediate))]
  }

  mutating func use(_ schema: GraphQLSchema, of address: String) {
    context.schemas.take(schema, of: address)
    examine()
  }

  /// Inserts a name at the last position of the text cursor in the query.
  mutating func insert(name: String) {
    select(.body)
    typing.resume(.body, texts.text(of: .body), as: .json)
    insert(name)
  }
}
