/// Version two, with standard query parameters.
enum OxfordTwo {
  static let selections: Set<String> = [
    "domains", "grammaticalFeatures", "lexicalCategory", "registers",
  ]
  static let fields: Set<String> = [
    "definitions", "domains", "etymologies", "examples", "pronunciations", "regions", "registers",
    "variantForms",
  ]

  private static let languages = [
    "en-gb", "en-us", "es", "fr", "gu", "hi", "lv", "ro", "sw", "ta",
  ]
  private static let lemmaLanguages = [
    "en", "de", "es", "hi", "it", "lv", "pt", "ro", "sw", "ta", "tn",
  ]
  private static let inflectionLanguages = [
    "en-gb", "en-us", "es", "hi", "lv", "ro", "sw", "ta",
  ]
  private static let pairs = [
    "en", "es", "ar", "de", "el", "fa", "fr", "ha", "hi", "id", "ig", "it", "ka", "lv", "mr",
    "ms", "nso", "pt", "qu", "ro", "ru", "ta", "te", "tg", "tk", "tn", "tpi", "tt", "ur", "xh",
    "yo", "zh", "zu",
  ]

  static func response(_ path: [Substring], _ request: OxfordRequest) throws(OxfordTrouble)
    -> MockJSON
  {
    switch (path.first, path.count) {
    case ("entries", 3):
      return try entries(path[1], languages, path[2], request, fields: fields)
    case ("words", 2):
      let language = try OxfordRequest.language(path[1], among: languages)
      let values = try request.query()
      let query = try OxfordQuery(values, known: selections.union(["q", "fields"]))
      guard let text = query.text("q")?.lowercased() else { throw .bad("q is missing.") }
      let own = dictionary(language)
      let words = OxfordWord.dictionary.filter { word in
        word.language == own
          && (word.text == text || word.forms.contains { $0.form == text })
      }
      let filters = try OxfordFilters(query: values, selections: selections, fields: fields)
      return try found(OxfordEntry(version: .two, filters: filters).entries(words))
    case ("lemmas", 3):
      let language = try OxfordRequest.language(path[1], among: lemmaLanguages)
      let values = try request.query()
      _ = try OxfordQuery(values, known: OxfordOne.lemmaFilters)
      let filters = try OxfordFilters(
        query: values, selections: OxfordOne.lemmaFilters, fields: [])
      return try found(
        OxfordEntry(version: .two, filters: filters)
          .lemmas(of: try OxfordRequest.word(path[2]), in: language))
    case ("inflections", 3):
      let words = try words(path[1], inflectionLanguages, path[2], request)
      return try found(OxfordEntry(version: .two, filters: OxfordFilters()).inflections(words))
    case ("translations", 4):
      let target = try OxfordRequest.language(path[2], among: pairs)
      guard path[1] != path[2] else { throw .bad("The source is the target language.") }
      return try entries(
        path[1], pairs, path[3], request, fields: fields.union(["translations"]), to: target)
    case ("thesaurus", 3):
      let values = try request.query()
      let filters = try OxfordFilters(
        query: values, selections: [], fields: ["synonyms", "antonyms"])
      let words = try words(path[1], ["en"], path[2], request, more: ["fields"])
      let parts =
        filters.projections.isEmpty ? ["synonyms", "antonyms"] : filters.projections
      return try found(OxfordEntry(version: .two, filters: filters).thesaurus(words, parts: parts))
    case ("sentences", 3):
      let words = try words(path[1], ["en", "es"], path[2], request)
      return try found(OxfordEntry(version: .two, filters: OxfordFilters()).sentences(words))
    case ("search", 2...4): return try search(path, request)
    default: return try utility(path, request)
    }
  }

  private static func entries(
    _ code: Substring, _ known: [String], _ word: Substring, _ request: OxfordRequest,
    fields: Set<String>, to target: String? = nil
  ) throws(OxfordTrouble) -> MockJSON {
    let values = try request.query()
    let words = try words(code, known, word, request, more: selections.union(["fields"]))
    let filters = try OxfordFilters(query: values, selections: selections, fields: fields)
    return try found(OxfordEntry(version: .two, filters: filters).entries(words, to: target))
  }

  /// Returns the headwords for a path whose query accepts `strictMatch` and the parameters `more`.
  private static func words(
    _ code: Substring, _ known: [String], _ word: Substring, _ request: OxfordRequest,
    more: Set<String> = []
  ) throws(OxfordTrouble) -> [OxfordWord] {
    let query = try OxfordQuery(try request.query(), known: more.union(["strictMatch"]))
    _ = try query.flag("strictMatch")
    let language = try OxfordRequest.language(code, among: known)
    return OxfordWord.all(try OxfordRequest.word(word), in: dictionary(language))
  }

  private static func search(_ path: [Substring], _ request: OxfordRequest) throws(OxfordTrouble)
    -> MockJSON
  {
    let language: String
    switch (path.count, path[1]) {
    case (2, _): language = try OxfordRequest.language(path[1], among: languages)
    case (3, "thesaurus"): language = try OxfordRequest.language(path[2], among: ["en"])
    case (4, "translations"):
      language = try OxfordRequest.language(path[2], among: pairs)
      _ = try OxfordRequest.language(path[3], among: pairs)
      guard path[2] != path[3] else { throw .bad("The source is the target language.") }
    default: throw .missing("No such address.")
    }
    let query = try OxfordQuery(try request.query(), known: ["q", "prefix", "limit", "offset"])
    return try OxfordSearch.search(query, in: language, .two)
  }

  private static func utility(_ path: [Substring], _ request: OxfordRequest) throws(OxfordTrouble)
    -> MockJSON
  {
    let utility = OxfordUtility(version: .two)
    guard let kind = path.first else { throw .missing("No such address.") }
    if path == ["languages"] {
      let query = try OxfordQuery(
        try request.query(), known: ["sourceLanguage", "targetLanguage"])
      return utility.languages(from: query.text("sourceLanguage"), to: query.text("targetLanguage"))
    }
    try request.takesNoQuery()
    if kind == "filters" || kind == "fields", path.count <= 2 {
      return try found(utility.lists(kind, of: path.count == 2 ? String(path[1]) : nil))
    }
    guard (2...3).contains(path.count) else { throw .missing("No such address.") }
    for code in path.dropFirst() {
      _ = try OxfordRequest.language(code, among: languages + lemmaLanguages + pairs)
    }
    return try found(utility.labels(kind))
  }

  /// Returns the code of a language's dictionary. `en-gb` and `en-us` share one dictionary.
  private static func dictionary(_ language: String) -> String {
    String(language.prefix { $0 != "-" })
  }

  private static func found(_ response: MockJSON?) throws(OxfordTrouble) -> MockJSON {
    guard let response else { throw .missing("No entry, or none that fits the filters.") }
    return response
  }
}
