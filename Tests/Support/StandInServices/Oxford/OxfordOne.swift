import LoopbackHTTP

/// Version one, with filters in the path.
enum OxfordOne {
  static let entrySelections: Set<String> = [
    "domains", "grammaticalFeatures", "lexicalCategory", "regions", "registers",
  ]
  static let entryProjections: Set<String> = [
    "definitions", "etymologies", "examples", "pronunciations", "variantForms",
  ]
  static let entryFilters = entrySelections.union(entryProjections)
  static let lemmaFilters: Set<String> = ["grammaticalFeatures", "lexicalCategory"]

  private static let entryLanguages = ["en", "es", "lv", "hi", "sw", "ta", "gu", "fr"]
  private static let lemmaLanguages = ["en", "es", "hi", "nso", "tn", "zu", "de", "pt"]
  private static let listLanguages = ["en", "es", "hi", "lv", "sw", "ta", "gu"]
  private static let sources = ["en", "es", "nso", "zu", "ms", "id", "tn", "ur", "de", "pt"]
  private static let targets = ["es", "nso", "zu", "ms", "id", "tn", "ro", "de", "pt"]
  private static let all = Set(entryLanguages + lemmaLanguages + sources + targets)

  /// Responds to a request.
  ///
  /// - Parameter path: The segments after the version, still encoded.
  static func response(_ path: [Substring], _ request: OxfordRequest) throws(OxfordTrouble)
    -> LoopbackResponse
  {
    switch (path.first, path.count) {
    case ("entries", 3...4): return .json(try entries(path, request))
    case ("inflections", 3...4):
      try request.takesNoQuery()
      let language = try OxfordRequest.language(path[1], among: lemmaLanguages)
      let filters =
        path.count == 3
        ? OxfordFilters()
        : try OxfordFilters(segment: path[3], selections: lemmaFilters, projections: [])
      return .json(
        try found(
          OxfordEntry(version: .one, filters: filters)
            .lemmas(of: try OxfordRequest.word(path[2]), in: language)))
    case ("search", 2...3): return .json(try search(path, request))
    case ("wordlist", 2...3): return .json(try wordlist(path, request))
    case ("stats", _): return try frequencies(path, request)
    default: return .json(try utility(path, request))
    }
  }

  private static func entries(_ path: [Substring], _ request: OxfordRequest) throws(OxfordTrouble)
    -> MockJSON
  {
    try request.takesNoQuery()
    let word = try OxfordRequest.word(path[2])
    let segment = path.count == 4 ? path[3] : nil
    let plain = OxfordEntry(version: .one, filters: OxfordFilters())
    switch segment {
    case "synonyms", "antonyms", "synonyms;antonyms":
      let language = try OxfordRequest.language(path[1], among: ["en"])
      let parts = Set((segment ?? "").split(separator: ";").map(String.init))
      return try found(plain.thesaurus(OxfordWord.all(word, in: language), parts: parts))
    case "sentences":
      let language = try OxfordRequest.language(path[1], among: ["en", "es"])
      return try found(plain.sentences(OxfordWord.all(word, in: language)))
    case let segment? where segment.hasPrefix("translations="):
      let source = try OxfordRequest.language(path[1], among: sources)
      let target = try OxfordRequest.language(segment.dropFirst(13), among: targets)
      guard source != target else { throw .bad("The source is the target language.") }
      return try found(plain.entries(OxfordWord.all(word, in: source), to: target))
    case let segment:
      let language = try OxfordRequest.language(path[1], among: entryLanguages)
      let filters = try segment.map { (segment) throws(OxfordTrouble) in
        try OxfordFilters(
          segment: segment, selections: entrySelections, projections: entryProjections)
      }
      let entry = OxfordEntry(version: .one, filters: filters ?? OxfordFilters())
      return try found(entry.entries(OxfordWord.all(word, in: language)))
    }
  }

  private static func search(_ path: [Substring], _ request: OxfordRequest) throws(OxfordTrouble)
    -> MockJSON
  {
    if path.count == 3 {
      guard path[2].hasPrefix("translations=") else { throw .missing("No such address.") }
      let target = try OxfordRequest.language(path[2].dropFirst(13), among: targets)
      let source = try OxfordRequest.language(path[1], among: sources)
      guard source != target else { throw .bad("The source is the target language.") }
    }
    let language = try OxfordRequest.language(
      path[1], among: path.count == 3 ? sources : listLanguages)
    let query = try OxfordQuery(
      try request.query(), known: ["q", "prefix", "regions", "limit", "offset"])
    return try OxfordSearch.search(query, in: language, .one)
  }

  private static func wordlist(_ path: [Substring], _ request: OxfordRequest) throws(OxfordTrouble)
    -> MockJSON
  {
    let language = try OxfordRequest.language(path[1], among: listLanguages)
    guard path.count == 3 else { throw .bad("A wordlist needs a filter.") }
    let query = try OxfordQuery(
      try request.query(),
      known: [
        "exclude", "exclude_senses", "exclude_prime_senses", "word_length", "prefix", "exact",
        "limit", "offset",
      ])
    let filters = try OxfordFilters(
      segment: path[2], selections: OxfordSearch.listFilters, projections: [], mostValues: 5)
    return try OxfordSearch.wordlist(filters, query, in: language)
  }

  /// Responds to `/stats/frequency/words/en/`. The last slash is part of the path; options may
  /// follow that slash.
  private static func frequencies(
    _ path: [Substring], _ request: OxfordRequest
  ) throws(OxfordTrouble) -> LoopbackResponse {
    guard path.count >= 5, path[1] == "frequency",
      let question = OxfordFrequencies.Question(rawValue: String(path[2]))
    else { throw .missing("No such address.") }
    _ = try OxfordRequest.language(path[3], among: ["en"])
    var rest = path.dropFirst(4)
    var size = 1
    if question == .ngrams {
      guard rest.count >= 2, !rest[4].isEmpty, let number = Int(rest[5]), (1...4).contains(number)
      else { throw .bad("Ngrams need a corpus and a size from 1 to 4.") }
      size = number
      rest = rest.dropFirst(2)
    }
    guard rest.count == 1 else { throw .missing("No such address.") }
    // Query parameters override path options, and posted values override both.
    let layers = [
      try request.pathOptions(rest[rest.startIndex]), try request.query(), try request.posted(),
    ]
    var values: [FormEntry] = []
    for layer in layers {
      let names = Set(layer.map(\.name))
      values = values.filter { !names.contains($0.name) } + layer
    }
    let query = try OxfordQuery(
      values, known: OxfordFrequencies.names(of: question), many: OxfordFrequencies.many)
    return try OxfordFrequencies(question: question, query: query).response(
      size: size, target: request.target, isCSV: request.wantsCSV)
  }

  private static func utility(_ path: [Substring], _ request: OxfordRequest) throws(OxfordTrouble)
    -> MockJSON
  {
    let utility = OxfordUtility(version: .one)
    guard let kind = path.first else { throw .missing("No such address.") }
    if path == ["languages"] {
      let query = try OxfordQuery(
        try request.query(), known: ["sourceLanguage", "targetLanguage"])
      return utility.languages(from: query.text("sourceLanguage"), to: query.text("targetLanguage"))
    }
    try request.takesNoQuery()
    if path == ["regions", "en"] { return utility.regions() }
    if kind == "filters", path.count <= 2 {
      return try found(utility.lists(kind, of: path.count == 2 ? String(path[1]) : nil))
    }
    let isPair = kind == "registers" || kind == "domains"
    guard (2...(isPair ? 3 : 2)).contains(path.count) else { throw .missing("No such address.") }
    for code in path.dropFirst() { _ = try OxfordRequest.language(code, among: Array(all)) }
    return try found(utility.labels(kind))
  }

  private static func found(_ response: MockJSON?) throws(OxfordTrouble) -> MockJSON {
    guard let response else { throw .missing("No entry, or none that fits the filters.") }
    return response
  }
}
