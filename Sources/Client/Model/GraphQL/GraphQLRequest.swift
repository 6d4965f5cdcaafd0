/// A GraphQL operation and its variables, as typed. Both texts may contain templates.
public struct GraphQLRequest: Hashable, Sendable {
  /// The GraphQL document with one or more operations.
  public var query: String
  /// The variables as the text of a JSON object. An empty text means no variables.
  public var variables: String
  /// The name of the operation to execute. An empty name means the only operation.
  public var operation: String

  /// Creates a request. By default, it has no variables and no operation name.
  public init(query: String = "", variables: String = "", operation: String = "") {
    self.query = query
    self.variables = variables
    self.operation = operation
  }
}

extension OutcomeRule {
  /// The rule for a GraphQL response. A response with errors is a service failure, even if its
  /// status is 200.
  ///
  /// - Source: GraphQL specification (September 2025), section 7.1.
  package static let graphQL = OutcomeRule(
    failure: [OutcomeClause(values: [ValueTest("/errors/0", .present)])],
    code: ["/errors/0/extensions/code"], reason: ["/errors/0/message"])
}
