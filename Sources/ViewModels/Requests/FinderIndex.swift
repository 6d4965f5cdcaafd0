import ClientModel

/// A request, a graph, an endpoint or a job, prepared for the search.
struct FinderItem: Sendable {
  let value: ListRow.Value
  let name: String
  let method: String
  let address: String
  let description: String
  /// The kind of the row as shown to the user.
  let kind: String
  fileprivate let handicap: Int
  /// The name, the method, the address and the description, prepared for matching.
  fileprivate let texts: [FuzzyText]

  /// - Parameter handicap: A number that is subtracted from each score. It orders similar matches
  ///   of different kinds.
  init(
    _ value: ListRow.Value, name: String, head: RequestHead, kind: String, handicap: Int = 0
  ) {
    (self.value, self.name, self.kind, self.handicap) = (value, name, kind, handicap)
    (method, address, description) = (head.method, head.url, head.description)
    texts = [name, method, address, description].map { FuzzyText($0) }
  }

  /// Returns the sum of the best scores of all words. Returns nil if a word does not match.
  fileprivate func score(_ words: [FuzzyWord]) -> Int? {
    var total = -handicap
    for word in words {
      var best: Int?
      for (text, rule) in zip(texts, Self.rules) {
        guard let match = FuzzyMatch(text, word), match.score >= rule.least * word.count * 4 else {
          continue
        }
        best = max(best ?? Int.min, match.score - rule.penalty)
      }
      guard let best else { return nil }
      total += best
    }
    return total
  }

  /// The penalty of a match in each text, and the minimum average score of a letter. Scattered
  /// letters are accepted in names only.
  private static let rules: [(penalty: Int, least: Int)] = [(0, 15), (60, 24), (80, 18), (160, 24)]
}

/// The items that the finder searches, in the order in which they are listed if there is no search
/// text.
struct FinderIndex: Sendable {
  /// The maximum number of matches. For more matches, typing another letter is faster than
  /// scrolling.
  static let mostHits = 200

  private(set) var items: [FinderItem] = []
  /// The letters that occur in the texts of each item.
  private var masks: [UInt64] = []

  mutating func add(_ item: FinderItem) {
    items.append(item)
    masks.append(item.texts.reduce(0) { $0 | $1.mask })
  }

  /// Returns the matching items, best match first.
  func search(_ text: String) -> [FinderItem] {
    let words = FuzzyWord.words(of: text)
    guard !words.isEmpty else { return Array(items.prefix(Self.mostHits)) }
    let mask = words.reduce(0) { $0 | $1.mask }
    return masks.indices.lazy.filter { mask & ~masks[$0] == 0 }.compactMap { place in
      items[place].score(words).map { (score: $0, place: place) }
    }
    .sorted { ($0.score, -$0.place) > ($1.score, -$1.place) }
    .prefix(Self.mostHits).map { items[$0.place] }
  }
}
