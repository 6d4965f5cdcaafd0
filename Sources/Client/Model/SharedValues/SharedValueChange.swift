/// A change of shared values, as reported to a watcher.
public enum SharedValueChange: Hashable, Sendable {
  /// A key was set, or its rule changed.
  case updated(SharedValueFacts, SharedReading)
  /// A key was removed. The facts are the last known ones, and so is the value, if it was read.
  case removed(SharedValueFacts, SharedReading)
  /// This number of changes was lost here, because the watcher was too slow; read the list again.
  case dropped(Int)
}

/// The value as a watcher sees it.
public enum SharedReading: Hashable, Sendable {
  /// The value was not requested, or is not known.
  case unread
  /// The value.
  case content(SharedContent)
  /// It cannot be opened.
  case failed(Failure)
}

/// Which keys are watched.
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

/// Which values are decrypted for a watcher. Decryption may run an external program that supplies the key.
public enum SharedOpening: Hashable, Sendable {
  /// No values.
  case nothing
  /// Those that are not secret.
  case openOnly
  /// All values, secret ones too.
  case everything
}
