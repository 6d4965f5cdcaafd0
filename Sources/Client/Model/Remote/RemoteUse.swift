/// A remote rule as a prepared request carries it, with what its questions send besides.
public struct RemoteUse: Hashable, Sendable {
  /// How the response becomes a remote job.
  public var rule: RemoteRule
  /// Query fields of every question, such as a key that the submit carries in its body.
  public var query: [HeaderField]

  /// Creates the use of a rule; by default polls carry no query fields.
  public init(rule: RemoteRule, query: [HeaderField] = []) {
    self.rule = rule
    self.query = query
  }
}
