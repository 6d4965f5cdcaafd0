/// A key with its value.
public struct SharedValue: Hashable, Sendable {
  /// The properties that are known without decrypting the value.
  public var facts: SharedValueFacts
  /// The value, after its transforms were reversed.
  public var content: SharedContent

  /// Creates a value.
  public init(facts: SharedValueFacts, content: SharedContent) {
    self.facts = facts
    self.content = content
  }
}

/// The properties of a shared value that are known without decrypting it.
public struct SharedValueFacts: Hashable, Sendable {
  /// The key.
  public var key: SharedKey
  /// The rule by which the value is stored.
  public var rule: SharedRule
  /// The size of the value, or nil if the key has a rule but no value yet.
  public var size: ByteCount?
  /// The size of the value in the store.
  public var storedSize: ByteCount
  /// The number of the last change. It ascends with every change to any shared value in the store.
  public var version: Int64
  /// The time at which the value or its rule last changed.
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
