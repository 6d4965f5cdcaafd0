/// A formatter of headwords for responses, in the format of either version.
struct OxfordEntry {
  let version: OxfordVersion
  let filters: OxfordFilters

  /// Returns entries, or translations if a target is given.
  ///
  /// - Returns: The entries, or nil if no headword matches the filters.
  func entries(_ words: [OxfordWord], to target: String? = nil) -> MockJSON? {
    let lexical = words.filter(fits).map { word in
      object([
        ("language", .text(word.language)), ("lexicalCategory", label(word.category)),
        ("text", .text(word.text)),
        ("grammaticalFeatures", .list(word.features.map(feature))),
        ("pronunciations", filters.wants("pronunciations") ? pronunciations(word) : nil),
        (
          "entries",
          .list([
            object([
              (
                "etymologies",
                filters.wants("etymologies") && !word.etymology.isEmpty
                  ? [.text(word.etymology)] : nil
              ), ("homographNumber", "000"), ("senses", .list(senses(word, target))),
            ])
          ])
        ),
      ])
    }
    return lexical.isEmpty ? nil : result(words, "lexicalEntries", lexical)
  }

  func thesaurus(_ words: [OxfordWord], parts: Set<String>) -> MockJSON? {
    let lexical: [MockJSON] = words.compactMap { word in
      let same = parts.contains("synonyms") ? related(word.synonyms, word) : []
      let other = parts.contains("antonyms") ? related(word.antonyms, word) : []
      guard !same.isEmpty || !other.isEmpty else { return nil }
      return object([
        ("language", .text(word.language)), ("lexicalCategory", label(word.category)),
        ("text", .text(word.text)),
        (
          "entries",
          .list([
            object([
              ("homographNumber", "000"),
              (
                "senses",
                .list([
                  object([
                    ("id", .text("t_\(word.text)_001")),
                    ("synonyms", same.isEmpty ? nil : .list(same)),
                    ("antonyms", other.isEmpty ? nil : .list(other)),
                  ])
                ])
              ),
            ])
          ])
        ),
      ])
    }
    return lexical.isEmpty ? nil : result(words, "lexicalEntries", lexical)
  }

  func sentences(_ words: [OxfordWord]) -> MockJSON? {
    let lexical: [MockJSON] = words.compactMap { word in
      let texts = word.senses.map(\.example).filter { !$0.isEmpty }
      guard !texts.isEmpty else { return nil }
      return object([
        ("language", .text(word.language)), ("lexicalCategory", label(word.category)),
        ("text", .text(word.text)),
        (
          "sentences",
          .list(
            texts.enumerated().map {
              ["senseIds": [.text(senseID(word, $0))], "text": .text($1)]
            })
        ),
      ])
    }
    return lexical.isEmpty ? nil : result(words, "lexicalEntries", lexical)
  }

  /// Returns the roots of a word: the headwords with the word as an inflected form, and the
  /// headword itself. Returns nil if there are none.
  func lemmas(of text: String, in language: String) -> MockJSON? {
    let roots = OxfordWord.dictionary.filter { word in
      word.language == language
        && (word.text == text || word.forms.contains { $0.form == text })
        && fits(word)
    }
    guard !roots.isEmpty else { return nil }
    let lexical = roots.map { word in
      object([
        ("inflectionOf", [["id": .text(word.text), "text": .text(word.text)]]),
        ("language", .text(language)), ("lexicalCategory", label(word.category)),
        ("text", .text(text)),
        (
          "grammaticalFeatures",
          .list(word.forms.filter { $0.form == text }.map { feature($0.feature) })
        ),
      ])
    }
    return result(text, language, "lexicalEntries", lexical)
  }

  func inflections(_ words: [OxfordWord]) -> MockJSON? {
    let lexical: [MockJSON] = words.filter { !$0.forms.isEmpty }.map { word in
      [
        "language": .text(word.language), "lexicalCategory": label(word.category),
        "inflections": .list(
          word.forms.map {
            ["inflectedForm": .text($0.form), "grammaticalFeatures": [feature($0.feature)]]
          }),
      ]
    }
    return lexical.isEmpty ? nil : result(words, "lexicalEntries", lexical)
  }

  /// Returns a label, which is a text in version one and an object in version two.
  func label(_ id: String) -> MockJSON {
    switch version {
    case .one: .text(Self.words(id))
    case .two:
      [
        "id": .text(OxfordVocabulary.inVersionTwo(id)), "text": .text(Self.words(id)),
      ]
    }
  }

  /// Returns an id such as `past_participle` as people write it.
  static func words(_ id: String) -> String {
    let words = id.split(separator: "_").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private func feature(_ id: String) -> MockJSON {
    let group = OxfordVocabulary.featureGroups.first { $0.features.contains(id) }?.name ?? ""
    switch version {
    case .one: return ["text": .text(Self.words(id)), "type": .text(group)]
    case .two:
      return [
        "id": .text(OxfordVocabulary.inVersionTwo(id)), "text": .text(Self.words(id)),
        "type": .text(group),
      ]
    }
  }

  private func fits(_ word: OxfordWord) -> Bool {
    let own = { (id: String) in version == .two ? OxfordVocabulary.inVersionTwo(id) : id }
    return filters.fits("lexicalCategory", [own(word.category)])
      && filters.fits("grammaticalFeatures", (word.features + word.forms.map(\.feature)).map(own))
      && word.senses.contains(where: fits)
  }

  private func fits(_ sense: OxfordWord.Sense) -> Bool {
    filters.fits("domains", sense.domains) && filters.fits("registers", sense.registers)
      || sense.subsenses.contains(where: fits)
  }

  private func senses(_ word: OxfordWord, _ target: String?) -> [MockJSON] {
    word.senses.enumerated().filter { fits($0.element) }.map { index, sense in
      show(
        sense, senseID(word, index),
        target.flatMap { code in word.translations[code].map { (code, $0) } })
    }
  }

  private func show(
    _ sense: OxfordWord.Sense, _ id: String, _ translation: (String, String)?
  ) -> MockJSON {
    let short = version == .one ? "short_definitions" : "shortDefinitions"
    let isTranslated = translation != nil
    return object([
      ("id", .text(id)),
      (
        "definitions",
        filters.wants("definitions") && !isTranslated ? [.text(sense.definition)] : nil
      ), (short, filters.wants("definitions") && !isTranslated ? [.text(sense.definition)] : nil),
      ("domains", sense.domains.isEmpty ? nil : .list(sense.domains.map(label))),
      ("registers", sense.registers.isEmpty ? nil : .list(sense.registers.map(label))),
      (
        "examples",
        filters.wants("examples") && !sense.example.isEmpty
          ? [["text": .text(sense.example)]] : nil
      ),
      (
        "translations",
        translation.map { [["language": .text($0.0), "text": .text($0.1)]] }
      ),
      (
        "subsenses",
        sense.subsenses.isEmpty
          ? nil
          : .list(sense.subsenses.enumerated().map { show($1, "\(id).00\($0 + 1)", nil) })
      ),
    ])
  }

  private func senseID(_ word: OxfordWord, _ index: Int) -> String {
    "m_\(word.language)_\(word.text)_\(word.category)_00\(index + 1)"
  }

  private func pronunciations(_ word: OxfordWord) -> MockJSON {
    [
      [
        "audioFile": .text(
          "https://audio.example/\(word.text.split(separator: " ").joined(separator: "_")).mp3"),
        "dialects": ["British English"], "phoneticNotation": "IPA",
        "phoneticSpelling": .text(word.phonetic),
      ]
    ]
  }

  private func related(_ texts: [String], _ word: OxfordWord) -> [MockJSON] {
    texts.map { ["id": .text($0), "language": .text(word.language), "text": .text($0)] }
  }

  private func result(_ words: [OxfordWord], _ name: String, _ items: [MockJSON]) -> MockJSON {
    result(words.first?.text ?? "", words.first?.language ?? "", name, items)
  }

  private func result(_ text: String, _ language: String, _ name: String, _ items: [MockJSON])
    -> MockJSON
  {
    let id = text.split(separator: " ").joined(separator: "_")
    return [
      "metadata": ["provider": "The mock of Weir"],
      "results": [
        .object([
          .init(name: "id", value: .text(id)), .init(name: "language", value: .text(language)),
          .init(name: "word", value: .text(text)), .init(name: "type", value: "headword"),
          .init(name: name, value: .list(items)),
        ])
      ],
    ]
  }

  /// Returns an object with the members that have a value.
  private func object(_ members: [(String, MockJSON?)]) -> MockJSON {
    .object(
      members.compactMap { name, value in value.map { MockJSON.Member(name: name, value: $0) } })
  }
}
