import ClientModel

/// Who watches shared values, and what they know: decides which changes are news.
///
/// Own changes come as they are made, others' by comparing with what the store holds; neither may be
/// told twice, and a store that was read before an own change must not undo it.
struct SharedWatches: Sendable {
  /// A change to be told. A removed value's content comes along where this process removed it.
  enum News: Equatable, Sendable {
    case updated(SharedValueFacts)
    case removed(SharedValueFacts, SharedContent?)

    var key: SharedKey {
      switch self {
      case .updated(let facts), .removed(let facts, _): facts.key
      }
    }
  }

  /// The store's version that `compare` has seen.
  private(set) var version: Int64 = 0
  /// False until it knows what there is: what others did cannot be told before.
  private(set) var hasBegun = false
  private var known: [SharedKey: SharedValueFacts] = [:]
  /// The version of the last change to each key, its removal among them.
  private var latest: [SharedKey: Int64] = [:]

  /// What is there when watching begins is no news.
  mutating func begin(with shelf: SharedShelf) {
    hasBegun = true
    version = shelf.version
    known = Dictionary(uniqueKeysWithValues: shelf.facts.map { ($0.key, $0) })
    latest = known.mapValues(\.version)
  }

  /// This process set a key.
  mutating func set(_ facts: SharedValueFacts) -> [News] {
    guard facts.version > latest[facts.key] ?? 0 else { return [] }
    latest[facts.key] = facts.version
    known[facts.key] = facts
    return [.updated(facts)]
  }

  /// This process removed a key.
  mutating func remove(
    _ facts: SharedValueFacts, at version: Int64, content: SharedContent?
  ) -> [News] {
    guard version > latest[facts.key] ?? 0 else { return [] }
    latest[facts.key] = version
    known[facts.key] = nil
    return [.removed(facts, content)]
  }

  /// What others did, by how the store stands now.
  mutating func compare(with shelf: SharedShelf) -> [News] {
    guard shelf.version > version else { return [] }
    version = shelf.version
    var news: [News] = []
    let present = Set(shelf.facts.map(\.key))
    for facts in known.values.sorted(by: { $0.key < $1.key })
    where !present.contains(facts.key) && facts.version <= shelf.version {
      latest[facts.key] = shelf.version
      known[facts.key] = nil
      news.append(.removed(facts, nil))
    }
    for facts in shelf.facts.sorted(by: { $0.version < $1.version }) { news += set(facts) }
    return news
  }
}
