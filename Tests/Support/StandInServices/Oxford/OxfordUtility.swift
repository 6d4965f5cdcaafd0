/// The vocabularies that the dictionaries return.
struct OxfordUtility {
  let version: OxfordVersion

  /// Returns the labels of a vocabulary.
  ///
  /// - Parameter kind: `domains`, `registers`, `lexicalcategories` or `grammaticalFeatures`, in the
  ///   mixed case of its version.
  /// - Returns: The labels, or nil if the vocabulary does not exist.
  func labels(_ kind: some StringProtocol) -> MockJSON? {
    switch (kind, version) {
    case ("domains", _): results(OxfordVocabulary.domains)
    case ("registers", _): results(OxfordVocabulary.registers)
    case ("lexicalcategories", .one), ("lexicalCategories", .two):
      results(OxfordVocabulary.lexicalCategories)
    case ("grammaticalFeatures", .one): results(OxfordVocabulary.grammaticalFeatures)
    case ("grammaticalFeatures", .two):
      response(
        .object(
          OxfordVocabulary.featureGroups.map {
            .init(name: $0.name, value: labels($0.features))
          }))
    default: nil
    }
  }

  func languages(from source: String?, to target: String?) -> MockJSON {
    let one: [MockJSON] = ["en", "es"].map { code in
      [
        "source": "The mock of Weir", "type": "monolingual", "region": "gb",
        "sourceLanguage": Self.language(code),
      ]
    }
    let two: [MockJSON] = [("en", "es"), ("en", "de"), ("es", "en")].map { from, to in
      [
        "source": "The mock of Weir", "type": "bilingual",
        "sourceLanguage": Self.language(from), "targetLanguage": Self.language(to),
      ]
    }
    let fitting = (one + two).filter { row in
      (source == nil || row["sourceLanguage"]?["id"]?.string == source)
        && (target == nil || row["targetLanguage"]?["id"]?.string == target)
    }
    return response(.list(fitting))
  }

  /// Returns the names of the filters or fields of each endpoint, or of the given endpoint.
  ///
  /// - Returns: The lists, or nil if the endpoint does not exist.
  func lists(_ kind: some StringProtocol, of endpoint: String?) -> MockJSON? {
    var all: [(String, [String])]
    switch (kind, version) {
    case ("filters", .one):
      all = [
        ("entries", OxfordOne.entryFilters.sorted()),
        ("inflections", OxfordOne.lemmaFilters.sorted()),
        ("translations", OxfordOne.entryFilters.sorted()),
      ]
    case ("filters", .two):
      all = [
        ("entries", OxfordTwo.selections.sorted()), ("lemmas", OxfordOne.lemmaFilters.sorted()),
      ]
    case ("fields", .two):
      all = [("entries", OxfordTwo.fields.sorted()), ("thesaurus", ["antonyms", "synonyms"])]
    default: return nil
    }
    if let endpoint { all = all.filter { $0.0 == endpoint } }
    guard !all.isEmpty else { return nil }
    return response(
      .object(all.map { .init(name: $0.0, value: .list($0.1.map { .text($0) })) }))
  }

  func regions() -> MockJSON {
    response(["regions": .list(OxfordVocabulary.regions.map { .text($0) })])
  }

  private func results(_ ids: [String]) -> MockJSON { response(labels(ids)) }

  private func labels(_ ids: [String]) -> MockJSON {
    .object(
      ids.map { id in
        .init(
          name: version == .two ? OxfordVocabulary.inVersionTwo(id) : id,
          value: ["en": .text(OxfordEntry.words(id))])
      })
  }

  private func response(_ results: MockJSON) -> MockJSON {
    ["metadata": ["provider": "The mock of Weir"], "results": results]
  }

  private static func language(_ code: String) -> MockJSON {
    let names = ["en": "English", "es": "Spanish", "de": "German"]
    return ["id": .text(code), "language": .text(names[code] ?? code)]
  }
}
