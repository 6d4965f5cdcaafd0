import ClientDocuments

/// The schema of the composed GraphQL request.
extension ComposerModel {
  /// The known schema of the service. Nil if the body is not GraphQL or no schema is stored.
  var schema: GraphQLSchema? { request.schema(in: context) }

  /// Requests the stored schema of the service, unless it was requested before.
  mutating func loadsSchema() -> [Effect] {
    guard draft.graphQL != nil, !isTyping || cursor != .url else { return [] }
    return context.schemas.load(examination.address)
  }

  /// Inserts a name at the last position of the text cursor in the query.
  mutating func insert(name: String) {
    select(.body)
    typing.resume(.body, texts.text(of: .body), as: .json)
    insert(name)
  }
}
