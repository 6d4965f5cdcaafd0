/// A remote rule in a prepared request, with the query fields for polling.
public struct RemoteUse: Hashable, Sendable {
  /// The rule for turning the response into a remote job.
  public var rule: RemoteRule
  /// The query fields of every poll, such as a key that the request has in its body.
  public var query: [HeaderField]

  /// Creates the use of a rule. By default, polls have no additional query fields.
  public init(rule: RemoteRule, query: [HeaderField] = []) {
    self.rule = rule
    self.query = query
  }
}
