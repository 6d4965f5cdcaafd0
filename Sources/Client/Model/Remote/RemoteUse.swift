/// A remote rule in a prepared request, with what its polls send.
public struct RemoteUse: Hashable, Sendable {
  /// How the response becomes a remote job.
  public var rule: RemoteRule
  /// Query fields of every poll, such as a key that the request carries in its body.
  public var query: [HeaderField]

  /// Creates the use of a rule; by default polls carry no query fields.
  public init(rule: RemoteRule, query: [HeaderField] = []) {
    self.rule = rule
    self.query = query
  }
}
