/// A remote rule as a prepared request carries it, with what its questions send besides.
public struct RemoteUse: Hashable, Sendable {
  public var rule: RemoteRule
  /// Query fields of every question, such as a key that the submit carries in its body.
  public var query: [HeaderField]

  public init(rule: RemoteRule, query: [HeaderField] = []) {
    self.rule = rule
    self.query = query
  }
}
