/// News of shared values, as a watcher hears it.
public enum SharedValueChange: Hashable, Sendable {
  /// A key was set, or its rule changed.
  case updated(SharedValueFacts, SharedReading)
  /// A key is gone. The facts are the last that were known; so is the value, where one was read.
  case removed(SharedValueFacts, SharedReading)
  /// So many changes were lost here, because the watcher was too slow: look at the list again.
  case dropped(Int)
}

/// What a watcher sees of a value.
public enum SharedReading: Hashable, Sendable {
  /// It was not asked for, or is not known.
  case unread
  case content(SharedContent)
  /// It cannot be opened.
  case failed(Failure)
}

/// Which keys are watched.
public enum SharedWatch: Hashable, Sendable {
  case all
  case keys(Set<SharedKey>)

  package func covers(_ key: SharedKey) -> Bool {
    switch self {
    case .all: true
    case .keys(let keys): keys.contains(key)
    }
  }
}

/// Which values are opened for a watcher. Opening one may run a program that gives its key.
public enum SharedOpening: Hashable, Sendable {
  case nothing
  /// Those that are not secret.
  case openOnly
  case everything
}
