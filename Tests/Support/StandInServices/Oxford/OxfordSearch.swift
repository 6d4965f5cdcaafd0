/// The search for words by spelling, and lists of words by their properties, such as the lexical
/// category.
enum OxfordSearch {
  private struct Hit {
    let word: OxfordWord
    let match: String
    let kind: String
  }

  static func search(
    _ query: OxfordQuery, in language: String, _ version: OxfordVersion
  ) throws(OxfordTrouble) -> MockJSON {
    guard let wanted = query.text("q")?.lowercased() else { throw .bad("q is missing.") }
    let isPrefix = try query.flag("prefix")
    for region in query.list("regions") where !OxfordVocabulary.regions.contains(region) {
      throw .missing("\(region) is none of the regions.")
    }
    let page = try page(query, version)
    var hits: [Hit] = []
    for word in OxfordWord.dictionary where language.hasPrefix(word.language) {
      if matches(word.text, wanted, isPrefix) {
        hits.append(Hit(word: word, match: word.text, kind: "headword"))
      }
      for form in word.forms where matches(form.form, wanted, isPrefix) {
        hits.append(Hit(word: word, match: form.form, kind: "inflection"))
      }
    }
    return response(unique(hits), page, version)
  }

  static func wordlist(
    _ filters: OxfordFilters, _ query: OxfordQuery, in language: String
  ) throws(OxfordTrouble) -> MockJSON {
    let page = try page(query, .one)
    _ = try query.flag("exact")
    let length = try query.text("word_length").map(lengths) ?? 1...Int.max
    var excluded: [OxfordFilters] = []
    for name in ["exclude", "exclude_senses", "exclude_prime_senses"] {
      guard let text = query.text(name) else { continue }
      excluded.append(
        try OxfordFilters(segment: text, selections: listFilters, projections: [], mostValues: 5))
    }
    let hits = OxfordWord.dictionary.filter { word in
      word.language == language && fits(word, filters) && length.contains(word.text.count)
        && word.text.hasPrefix(query.text("prefix") ?? "")
        && !excluded.contains { fits(word, $0) }
    }
    return response(
      unique(hits.map { Hit(word: $0, match: $0.text, kind: "headword") }), page, .one)
  }

  static let listFilters: Set<String> = [
    "domains", "lexicalCategory", "regions", "registers", "translations",
  ]

  private static func fits(_ word: OxfordWord, _ filters: OxfordFilters) -> Bool {
    let senses = word.senses + word.senses.flatMap(\.subsenses)
    return filters.fits("lexicalCategory", [word.category])
      && filters.fits("domains", senses.flatMap(\.domains))
      && filters.fits("registers", senses.flatMap(\.registers))
      && filters.fits("regions", OxfordVocabulary.regions)
      && filters.fits("translations", Array(word.translations.keys))
  }

  private static func matches(_ text: String, _ wanted: String, _ isPrefix: Bool) -> Bool {
    isPrefix ? text.lowercased().hasPrefix(wanted) : text.lowercased() == wanted
  }

  /// Returns the words without duplicates, in alphabetical order.
  private static func unique(_ hits: [Hit]) -> [Hit] {
    var seen: Set<String> = []
    return hits.filter { seen.insert("\($0.word.text)\n\($0.match)").inserted }
      .sorted { ($0.word.text, $0.match) < ($1.word.text, $1.match) }
  }

  /// Parses a range of word lengths, such as `>5,<10` or `3`.
  private static func lengths(_ text: String) throws(OxfordTrouble) -> ClosedRange<Int> {
    var (least, most) = (1, Int.max - 1)
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      let digits = piece.drop { $0 == "<" || $0 == ">" }
      guard piece.count - digits.count < 2, let number = Int(digits), number >= 0, number < 1000
      else { throw .bad("word_length is like >5,<10 or 3, not \(text).") }
      switch piece.first {
      case ">": least = max(least, number + 1)
      case "<": most = min(most, number - 1)
      default: (least, most) = (max(least, number), min(most, number))
      }
    }
    guard least <= most else { throw .bad("The lengths of \(text) contradict each other.") }
    return least...most
  }

  private static func page(_ query: OxfordQuery, _ version: OxfordVersion) throws(OxfordTrouble)
    -> (offset: Int, limit: Int)
  {
    let offset = try query.integer("offset") ?? 0
    let limit = try query.integer("limit", from: 1, to: 5000) ?? 5000
    if version == .two, offset + limit > 10_000 {
      throw .bad("offset and limit are at most 10000 together.")
    }
    return (offset, limit)
  }

  private static func response(
    _ hits: [Hit], _ page: (offset: Int, limit: Int), _ version: OxfordVersion
  ) -> MockJSON {
    let shown = hits.dropFirst(page.offset).prefix(page.limit).map { hit in
      var members: [MockJSON.Member] = [
        .init(name: "id", value: .text(hit.word.text.split(separator: " ").joined(separator: "_"))),
        .init(name: "word", value: .text(hit.word.text)),
        .init(name: "matchString", value: .text(hit.match)),
        .init(name: "matchType", value: .text(hit.kind)), .init(name: "region", value: "gb"),
      ]
      if version == .two { members.append(.init(name: "score", value: 10.5)) }
      return MockJSON.object(members)
    }
    return [
      "metadata": [
        "provider": "The mock of Weir", "total": .integer(hits.count),
        "offset": .integer(page.offset), "limit": .integer(page.limit),
      ], "results": .list(shown),
    ]
  }
}
