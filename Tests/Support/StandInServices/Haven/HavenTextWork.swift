import ClientModel

/// The results of the text analysis apps, by simple deterministic rules.
enum HavenTextWork {
  static func perform(
    _ app: String, _ version: String, _ texts: [String], _ input: HavenInput
  ) throws(HavenTrouble) -> MockJSON {
    let first = texts.first ?? ""
    switch app {
    case "analyzesentiment": return sentiment(texts, version)
    case "extractentities": return try entities(texts, input)
    case "identifylanguage": return try language(first)
    case "highlighttext": return ["text": .text(highlight(first, input))]
    case "extractconcepts": return ["concepts": .list(concepts(first))]
    case "autocomplete":
      let words = ["weather", "weir", "weird", "weight", "water", "waterfall"]
      let start = first.lowercased()
      return ["words": .list(words.filter { $0.hasPrefix(start) }.map { .text($0) })]
    default: return ["terms": .list(terms(first))]
    }
  }

  private static let good = ["love", "like", "good", "great", "wonderful", "happy", "best"]
  private static let bad = ["hate", "bad", "terrible", "awful", "sad", "worst", "slow"]

  private static func sentiment(_ texts: [String], _ version: String) -> MockJSON {
    let single = texts.count == 1
    let all = texts.enumerated().map { index, text in
      sentiment(of: text, index: single ? nil : index)
    }
    if version == "v2" { return ["sentiment_analysis": .list(all.map(joined))] }
    return joined(
      (
        all.flatMap(\.positive), all.flatMap(\.negative),
        all.reduce(0) { $0 + $1.score } / Double(max(1, all.count))
      ))
  }

  private typealias Finding = (positive: [MockJSON], negative: [MockJSON], score: Double)

  private static func sentiment(of text: String, index: Int?) -> Finding {
    var finding: Finding = ([], [], 0)
    let words = text.split { !$0.isLetter }
    for (place, word) in words.enumerated() {
      let isGood = good.contains(word.lowercased())
      guard isGood || bad.contains(word.lowercased()) else { continue }
      let topic = place + 1 < words.count ? String(words[place + 1]) : String(word)
      let original = words[place...].prefix(2).joined(separator: " ")
      let score = isGood ? 0.75 : -0.75
      var members: [(String, MockJSON)] = [
        ("sentiment", .text(String(word))), ("topic", .text(topic)), ("score", .number(score)),
        ("original_text", .text(original)), ("original_length", .integer(original.count)),
        ("normalized_text", .text(original.lowercased())),
        ("normalized_length", .integer(original.count)),
      ]
      if let index { members.append(("documentIndex", .integer(index))) }
      let json = MockJSON.object(members.map { .init(name: $0.0, value: $0.1) })
      if isGood { finding.positive.append(json) } else { finding.negative.append(json) }
      finding.score += score
    }
    let count = finding.positive.count + finding.negative.count
    if count > 0 { finding.score /= Double(count) }
    return finding
  }

  private static func joined(_ finding: Finding) -> MockJSON {
    let word = finding.score > 0 ? "positive" : finding.score < 0 ? "negative" : "neutral"
    return [
      "positive": .list(finding.positive), "negative": .list(finding.negative),
      "aggregate": ["sentiment": .text(word), "score": .number(finding.score)],
    ]
  }

  private static let people = ["Ada Lovelace", "Charles Babbage", "Grace Hopper"]
  private static let places = ["London", "Paris", "Rome", "Oslo"]
  private static let companies = ["Weir Works", "Acme"]

  private static func entities(_ texts: [String], _ input: HavenInput) throws(HavenTrouble)
    -> MockJSON
  {
    var found: [MockJSON] = []
    for type in input.texts("entity_type") {
      guard HavenApps.entityTypes.contains(type) else {
        throw HavenTrouble(5050, "Invalid entity type", detail: .text(type))
      }
      let names =
        switch type {
        case "people_eng": people
        case "places_eng": places
        case "companies_eng": companies
        default: [String]()
        }
      for text in texts {
        for name in names {
          let times = text.split(separator: name, omittingEmptySubsequences: false).count - 1
          let shown = input.isTrue("unique_entities") ? min(1, times) : times
          found += (0..<max(0, shown)).map { _ in entity(name, type) }
        }
      }
    }
    return ["entities": .list(found)]
  }

  private static func entity(_ name: String, _ type: String) -> MockJSON {
    let more: MockJSON =
      switch type {
      case "people_eng":
        [
          "person_profession": ["engineer"], "person_date_of_birth": "1815-12-10",
          "wikidata_id": 7259, "wikipedia_eng": "https://wiki.example/person",
        ]
      case "places_eng":
        ["lon": 0.5, "lat": 51.5, "place_population": 8_900_000, "place_country_code": "GB"]
      default: [:]
      }
    return [
      "normalized_text": .text(name.lowercased()), "original_text": .text(name),
      "type": .text(type), "normalized_length": .integer(name.count),
      "original_length": .integer(name.count), "score": 0.9, "additional_information": more,
      "components": .list(
        name.split(separator: " ").map {
          [
            "original_length": .integer($0.count), "original_text": .text(String($0)),
            "type": "WORD",
          ]
        }),
    ]
  }

  private static func language(_ text: String) throws(HavenTrouble) -> MockJSON {
    let words = Set(text.lowercased().split { !$0.isLetter }.map(String.init))
    guard words.count >= 3 else { throw HavenTrouble(5004, "Could not process the job") }
    let known: [(String, String, Set<String>)] = [
      ("english", "ENG", ["the", "is", "and", "of", "a", "i"]),
      ("german", "GER", ["der", "die", "das", "und", "ist", "wo", "liegt"]),
      ("french", "FRE", ["le", "la", "les", "et", "est", "un"]),
      ("spanish", "SPA", ["el", "los", "y", "es", "un", "que"]),
    ]
    var best = known[0]
    for one in known.dropFirst()
    where one.2.intersection(words).count > best.2.intersection(words).count {
      best = one
    }
    return [
      "encoding": "UTF8", "language": .text(best.0), "language_iso639_2b": .text(best.1),
      "unicode_scripts": ["Basic Latin"],
    ]
  }

  /// Inserts the tags around each term, at all its positions.
  private static func highlight(_ text: String, _ input: HavenInput) -> String {
    let start = input.text("start_tag") ?? #"<span class="highlight">"#
    let name = start.dropFirst().prefix { $0.isLetter || $0.isNumber }
    let end = input.text("end_tag") ?? "</\(name)>"
    let terms = (input.text("highlight_expression") ?? "").split(separator: ",")
      .map { String($0.trimmed(of: " \t")) }.filter { !$0.isEmpty }
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      if let term = terms.first(where: { rest.prefix($0.count).lowercased() == $0.lowercased() }) {
        result += start + rest.prefix(term.count) + end
        rest = rest.dropFirst(term.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static func concepts(_ text: String) -> [MockJSON] {
    counted(text).filter { $0.word.count > 3 }.prefix(10).map {
      ["concept": .text($0.word), "occurrences": .integer($0.count)]
    }
  }

  private static func terms(_ text: String) -> [MockJSON] {
    counted(text).map {
      [
        "case": "lower", "documents": 1, "length": .integer($0.word.count), "numeric": false,
        "occurrences": .integer($0.count), "start_pos": 0, "stop_word": .boolean($0.word.count < 4),
        "term": .text($0.word.uppercased()), "weight": .integer($0.word.count * 10),
      ]
    }
  }

  /// Returns the words, the most frequent first, then alphabetically.
  private static func counted(_ text: String) -> [(word: String, count: Int)] {
    var counts: [String: Int] = [:]
    for word in text.lowercased().split(whereSeparator: { !$0.isLetter }) {
      counts[String(word), default: 0] += 1
    }
    return counts.map { (word: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.word) < ($0.count, $1.word) }
  }
}
