import ClientDocuments
package import ClientModel

extension GraphQLRequest {
  /// Reads the JSON body of a GraphQL request. Returns nil unless the text is an object with a
  /// query and, at most, variables and an operation name.
  package init?(json: String) {
    guard let members = JSONMembers(json), let query = members.scalar("query"),
      members.keys.allSatisfy({ ["query", "variables", "operationName"].contains($0) })
    else { return nil }
    let variables = members.text(of: "variables") ?? ""
    self.init(
      query: query, variables: variables == "null" ? "" : variables,
      operation: members.scalar("operationName") ?? "")
  }

  /// The JSON body of the request. Its templates are unchanged.
  package var json: String {
    var members = ["\"query\": \(JSONText.quoted(query))"]
    if !operation.isEmpty { members.append("\"operationName\": \(JSONText.quoted(operation))") }
    if !variables.isEmpty { members.append("\"variables\": \(variables)") }
    return "{\n  " + members.joined(separator: ",\n  ") + "\n}"
  }
}
