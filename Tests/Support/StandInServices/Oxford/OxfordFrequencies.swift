import LoopbackHTTP

/// The frequencies of words: one generated row for a single word, and 250 rows, enough for several
/// pages, for other queries.
struct OxfordFrequencies {
  enum Question: String {
    case word, words, ngrams
  }

  private struct Row {
    let word: String
    let lemma: String
    let category: String
    let frequency: Int
    let documents: Int

    var normalized: Double { Double(frequency) / 50 }
  }

  private static let ranges = [
    "minFrequency", "maxFrequency", "minNormalizedFrequency", "maxNormalizedFrequency",
    "minDocumentFrequency", "maxDocumentFrequency",
  ]
  private static let keys = ["wordform", "trueCase", "lemma", "lexicalCategory"]
  private static let plurals = ["wordforms", "trueCases", "lemmas", "lexicalCategories"]
  private static let paging = ["offset", "limit"]

  let question: Question
  let query: OxfordQuery

  static func names(of question: Question) -> Set<String> {
    switch question {
    case .word: Set(keys + ["corpus"])
    case .words:
      Set(
        keys + plurals + ranges.prefix(4) + paging
          + ["corpus", "grammaticalFeatures", "sort", "collate"])
    case .ngrams:
      Set(
        ranges.filter { !$0.contains("Normalized") } + paging
          + ["tokens", "contains", "punctuation", "format", "collate", "sort"])
    }
  }

  /// The names that may be repeated.
  static let many: Set<String> = Set(
    plurals + ["tokens", "contains", "sort", "collate", "grammaticalFeatures"])

  /// Returns the requested rows as JSON or as CSV.
  ///
  /// - Parameters:
  ///   - size: The number of words of an ngram.
  ///   - target: The requested address, for the links to other pages.
  func response(size: Int, target: String, isCSV: Bool) throws(OxfordTrouble) -> LoopbackResponse {
    try check()
    let rows = try sorted(rows())
    if question == .word {
      guard let first = rows.first else { throw .missing("There is no such word.") }
      return isCSV
        ? csv([first])
        : .json([
          "metadata": [:],
          "result": .object(
            (shown(first).members ?? []) + [.init(name: "matchCount", value: .integer(rows.count))]),
        ])
    }
    let offset = try query.integer("offset") ?? 0
    let limit = try query.integer("limit", from: 1, to: 5000) ?? 100
    let page = rows.dropFirst(offset).prefix(limit)
    var response =
      isCSV
      ? csv(Array(page))
      : LoopbackResponse.json([
        "metadata": ["total": .integer(rows.count)],
        "results": .list(page.map { question == .ngrams ? ngram($0, size) : shown($0) }),
      ])
    let links = Self.links(target, offset: offset, limit: limit, total: rows.count)
    response.fields.append(LoopbackField("Link", links))
    return response
  }

  private func check() throws(OxfordTrouble) {
    let needed = question == .ngrams ? ["tokens", "contains"] : Self.keys + Self.plurals
    guard needed.contains(where: { query.text($0) != nil }) else {
      throw .bad("One of \(needed.joined(separator: ", ")) is needed.")
    }
    for name in query.list("lexicalCategory") + query.list("lexicalCategories")
    where !OxfordVocabulary.lexicalCategories.contains(name) {
      throw .bad("\(name) is none of the lexical categories.")
    }
    let orders = Self.keys + ["frequency", "normalizedFrequency", "documentFrequency", "tokens"]
    for name in query.list("sort") where !orders.contains(String(name.drop { $0 == "-" })) {
      throw .bad("\(name) is not an order.")
    }
    for name in query.list("collate") where !Self.keys.contains(name) {
      throw .bad("\(name) cannot be collated by.")
    }
    _ = try query.choice("format", ["google", "oup"])
    _ = try query.flag("punctuation")
  }

  /// Returns the rows of a query that are within its ranges.
  private func rows() throws(OxfordTrouble) -> [Row] {
    let given =
      query.each("wordform") + query.each("wordforms") + query.each("trueCase")
      + query.each("trueCases") + query.each("lemma") + query.each("lemmas")
    let lemma = given.first ?? "word"
    let categories = query.list("lexicalCategory") + query.list("lexicalCategories")
    let count = question == .word ? 1 : 250
    let all = (1...count).map { number in
      Row(
        word: number == 1 ? lemma : "\(lemma)\(number)", lemma: lemma,
        category: categories.first ?? OxfordVocabulary.lexicalCategories[number % 4],
        frequency: 10_000 - number * 37, documents: 5000 - number * 19)
    }
    let least = try (
      query.integer("minFrequency"), query.number("minNormalizedFrequency"),
      query.integer("minDocumentFrequency")
    )
    let most = try (
      query.integer("maxFrequency"), query.number("maxNormalizedFrequency"),
      query.integer("maxDocumentFrequency")
    )
    return all.filter { row in
      row.frequency >= least.0 ?? 0 && row.frequency <= most.0 ?? .max
        && row.normalized >= least.1 ?? 0 && row.normalized <= most.1 ?? .infinity
        && row.documents >= least.2 ?? 0 && row.documents <= most.2 ?? .max
    }
  }

  /// Returns the rows in the first requested order, or the most frequent first if no order is
  /// requested.
  private func sorted(_ rows: [Row]) throws(OxfordTrouble) -> [Row] {
    guard let order = query.list("sort").first else { return rows }
    let ascending = rows.sorted { a, b in
      switch order.drop(while: { $0 == "-" }) {
      case "frequency", "normalizedFrequency": a.frequency < b.frequency
      case "documentFrequency": a.documents < b.documents
      case "lexicalCategory": (a.category, a.word) < (b.category, b.word)
      default: a.word < b.word
      }
    }
    return order.hasPrefix("-") ? ascending.reversed() : ascending
  }

  private func shown(_ row: Row) -> MockJSON {
    [
      "wordform": .text(row.word), "trueCase": .text(row.word), "lemma": .text(row.lemma),
      "lexicalCategory": .text(row.category), "frequency": .integer(row.frequency),
      "normalizedFrequency": .number(row.normalized),
    ]
  }

  private func ngram(_ row: Row, _ size: Int) -> MockJSON {
    let start = query.text("tokens") ?? query.text("contains") ?? "a"
    let words = Array(
      (start.split(separator: " ").map(String.init) + Array(repeating: row.word, count: size))
        .prefix(size))
    let tokens: MockJSON =
      query.text("format") == "google"
      ? .text(words.joined(separator: " ")) : .list(words.map { .text($0) })
    return ["tokens": tokens, "frequency": .integer(row.frequency)]
  }

  private func csv(_ rows: [Row]) -> LoopbackResponse {
    let lines = rows.map {
      "\($0.word),\($0.word),\($0.lemma),\($0.category),\($0.frequency),\($0.normalized)\r\n"
    }
    return .text(
      "wordform,trueCase,lemma,lexicalCategory,frequency,normalizedFrequency\r\n"
        + lines.joined(), type: "text/csv; charset=utf-8")
  }

  /// Returns links to the other pages, based on the requested address.
  ///
  /// - Source: RFC 8288.
  static func links(_ target: String, offset: Int, limit: Int, total: Int) -> String {
    let path = target.prefix { $0 != "?" }
    let rest = target.dropFirst(path.count + 1).split(separator: "&").filter {
      !$0.hasPrefix("offset=") && !$0.hasPrefix("limit=")
    }
    func link(_ relation: String, _ offset: Int) -> String {
      let query = (rest + ["offset=\(offset)", "limit=\(limit)"]).joined(separator: "&")
      return "<\(path)?\(query)>; rel=\"\(relation)\""
    }
    var links = [link("first", 0), link("self", offset)]
    if offset + limit < total { links.append(link("next", offset + limit)) }
    if offset > 0 { links.append(link("prev", max(0, offset - limit))) }
    links.append(link("last", max(0, (total - 1) / limit * limit)))
    return links.joined(separator: ", ")
  }
}
