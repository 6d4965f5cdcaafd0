/// A remote rule in a prepared request, with the data that its polls send.
public struct RemoteUse: Hashable, Sendable {
  /// The rule by which the response becomes a remote job.
  public var rule: RemoteRule
  /// Query fields of every poll, such as a key that the request contains in its body.
  public var query: [HeaderField]

  /// Creates the use of a rule. By default polls have no additional query fields.
  public init(rule: RemoteRule, query: [HeaderField] = []) {
    self.rule = rule
    self.query = query
  }
}
