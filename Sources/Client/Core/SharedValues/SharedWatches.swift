import ClientModel

/// The known versions of shared values. Changes are found by comparing them with the store.
///
/// A change by this process is reported when it is made, and a change by another process when the
/// store is compared. No change is reported twice. An outdated snapshot never undoes a change by
/// this process.
struct SharedWatches: Sendable {
  /// A change to report. The content of a removed value is known only if this process removed it.
  enum Change: Equatable, Sendable {
    case updated(SharedValueFacts)
    case removed(SharedValueFacts, SharedContent?)

    var key: SharedKey {
      switch self {
      case .updated(let facts), .removed(let facts, _): facts.key
      }
    }
  }

  /// The newest store version that was compared.
  private(set) var version: Int64 = 0
  /// Whether the stored values are known. If not, changes by other processes cannot be found.
  private(set) var hasBegun = false
  private var known: [SharedKey: SharedValueFacts] = [:]
  /// The version of each key's last change. Removals are included.
  private var latest: [SharedKey: Int64] = [:]

  /// Starts to find changes. Values that already exist are not reported.
  mutating func begin(with snapshot: SharedValueSnapshot) {
    hasBegun = true
    version = snapshot.version
    known = Dictionary(uniqueKeysWithValues: snapshot.facts.map { ($0.key, $0) })
    latest = known.mapValues(\.version)
  }

  /// Records that this process set a key. Returns the change to report, or nothing if a newer
  /// change is known.
  mutating func set(_ facts: SharedValueFacts) -> [Change] {
    guard facts.version > latest[facts.key] ?? 0 else { return [] }
    latest[facts.key] = facts.version
    known[facts.key] = facts
    return [.updated(facts)]
  }

  /// Records that this process removed a key. Returns the change to report, or nothing if a newer
  /// change is known.
  mutating func remove(
    _ facts: SharedValueFacts, at version: Int64, content: SharedContent?
  ) -> [Change] {
    guard version > latest[facts.key] ?? 0 else { return [] }
    latest[facts.key] = version
    known[facts.key] = nil
    return [.removed(facts, content)]
  }

  /// Compares a snapshot of the store with the known versions. Returns the changes made by other
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
