/// A key with its value.
public struct SharedValue: Hashable, Sendable {
  /// What is known without opening the value.
  public var facts: SharedValueFacts
  /// The value, with its transforms reversed.
  public var content: SharedContent

  /// Creates a value.
  public init(facts: SharedValueFacts, content: SharedContent) {
    self.facts = facts
    self.content = content
  }
}

/// The properties of a shared value that are known without opening it.
public struct SharedValueFacts: Hashable, Sendable {
  /// The key.
  public var key: SharedKey
  /// How the value is stored.
  public var rule: SharedRule
  /// Nil while the key has a rule and no value yet.
  public var size: ByteCount?
  /// The space of the value in the store.
  public var storedSize: ByteCount
  /// Unlike that of any other change to a shared value of the store; later changes have greater ones.
  public var version: Int64
  /// When the value or its rule last changed.
  public var changed: Timestamp

  /// Creates facts.
  public init(
    key: SharedKey, rule: SharedRule = SharedRule(), size: ByteCount?, storedSize: ByteCount = 0,
    version: Int64, changed: Timestamp
  ) {
    self.key = key
    self.rule = rule
    self.size = size
    self.storedSize = storedSize
    self.version = version
    self.changed = changed
  }
}
