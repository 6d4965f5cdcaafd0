import ClientModel

/// The known versions of shared values. The changes to report are found by comparison with them.
///
/// Changes by this process are reported when they are made. Changes by other processes are found by
/// comparison with the store. No change is reported twice, and a snapshot that was read before a
/// change by this process does not undo that change.
struct SharedWatches: Sendable {
  /// A change to report. A removed value has its content if this process removed it.
  enum Change: Equatable, Sendable {
    case updated(SharedValueFacts)
    case removed(SharedValueFacts, SharedContent?)

    var key: SharedKey {
      switch self {
      case .updated(let facts), .removed(let facts, _): facts.key
      }
    }
  }

  /// The latest version of the store passed to `compare`.
  private(set) var version: Int64 = 0
  /// Whether the stored values are known. Before that, changes by others cannot be detected.
  private(set) var hasBegun = false
  private var known: [SharedKey: SharedValueFacts] = [:]
  /// The version of the last change to each key, including its removal.
  private var latest: [SharedKey: Int64] = [:]

  /// Starts to detect changes. Values that exist at the start are not reported.
  mutating func begin(with snapshot: SharedValueSnapshot) {
    hasBegun = true
    version = snapshot.version
    known = Dictionary(uniqueKeysWithValues: snapshot.facts.map { ($0.key, $0) })
    latest = known.mapValues(\.version)
  }

  /// Records that this process set a key. Returns the change to report, or none if a later change
  /// is known.
  mutating func set(_ facts: SharedValueFacts) -> [Change] {
    guard facts.version > latest[facts.key] ?? 0 else { return [] }
    latest[facts.key] = facts.version
    known[facts.key] = facts
    return [.updated(facts)]
  }

  /// Records that this process removed a key. Returns the change to report, or none if a later
  /// change is known.
  mutating func remove(
    _ facts: SharedValueFacts, at version: Int64, content: SharedContent?
  ) -> [Change] {
    guard version > latest[facts.key] ?? 0 else { return [] }
    latest[facts.key] = version
    known[facts.key] = nil
    return [.removed(facts, content)]
  }

  /// Compares the known versions with a snapshot of the store, and returns the changes by other
  /// processes.
  mutating func compare(with snapshot: SharedValueSnapshot) -> [Change] {
    guard snapshot.version > version else { return [] }
    version = snapshot.version
    var changes: [Change] = []
    let present = Set(snapshot.facts.map(\.key))
    for facts in known.values.sorted(by: { $0.key < $1.key })
    where !present.contains(facts.key) && facts.version <= snapshot.version {
      latest[facts.key] = snapshot.version
      known[facts.key] = nil
      changes.append(.removed(facts, nil))
    }
    for facts in snapshot.facts.sorted(by: { $0.version < $1.version }) { changes += set(facts) }
    return changes
  }
}
