/// A change to shared values, which a watcher receives.
public enum SharedValueChange: Hashable, Sendable {
  /// A key was set, or its rule changed.
  case updated(SharedValueFacts, SharedReading)
  /// A key was removed. The facts, and the value if it was read, are the last known ones.
  case removed(SharedValueFacts, SharedReading)
  /// This number of changes was dropped here, because the watcher was too slow. Read the list
  /// again.
  case dropped(Int)
}

/// The value that a watcher receives with a change.
public enum SharedReading: Hashable, Sendable {
  /// The value was not requested or is unknown.
  case unread
  /// The value.
  case content(SharedContent)
  /// The value cannot be decrypted.
  case failed(Failure)
}

/// The keys that are watched.
public enum SharedWatch: Hashable, Sendable {
  /// All keys.
  case all
  /// These keys.
  case keys(Set<SharedKey>)

  package func covers(_ key: SharedKey) -> Bool {
    switch self {
    case .all: true
    case .keys(let keys): keys.contains(key)
    }
  }
}

/// The values that are decrypted for a watcher. Decryption may run an external program to get a
/// key.
public enum SharedOpening: Hashable, Sendable {
  /// No values.
  case nothing
  /// Values that are not secret.
  case openOnly
  /// All values, including secret ones.
  case everything
}
