import ReadingValues

extension RenderedView {
  /// Renders dictionary entries: word, category, pronunciation, and numbered senses. Returns nil
  /// for any other response.
  ///
  /// - Source: The entries, translations, thesaurus, sentences and inflections of the Oxford
  ///   Dictionaries API. Labels are strings in version 1 and objects with a `text` in version 2.
  static func dictionary(_ value: ViewValue) -> RenderedView? {
    guard let results = value["results"].list,
      results.allSatisfy({ $0["lexicalEntries"].list != nil })
    else { return nil }
    var rows = ViewRows()
    for result in results {
      rows.part()
      let word = result["word"].word ?? result["text"].word ?? result["id"].word ?? ""
      rows.add(Piece(word, .heading))
      addSound(of: result, 1, to: &rows)
      for lexical in result["lexicalEntries"].items {
        rows.part()
        addCategory(lexical, below: word, to: &rows)
        for entry in lexical["entries"].items { DictionaryEntry(entry).add(to: &rows) }
        addLoose(lexical, to: &rows)
      }
    }
    if results.isEmpty { rows.add(Piece("No entry was found.", .dim)) }
    return RenderedView(rows: rows)
  }

  private static func addCategory(
    _ lexical: ViewValue, below word: String, to rows: inout ViewRows
  ) {
    var pieces = [Piece(lexical["lexicalCategory"].label ?? "no category", .strong)]
    if let text = lexical["text"].word, text != word { pieces.append(Piece("  " + text)) }
    let features = lexical["grammaticalFeatures"].labels
    if !features.isEmpty { pieces.append(Piece("  " + features.joined(separator: ", "), .dim)) }
    rows.add(.prose(indent: 1, pieces))
    addSound(of: lexical, 2, to: &rows)
  }

  /// Adds the pronunciations: a row for the notation, and a row for the recording.
  static func addSound(of value: ViewValue, _ indent: Int, to rows: inout ViewRows) {
    for sound in value["pronunciations"].items {
      if let spelling = sound["phoneticSpelling"].word {
        let about = [sound["phoneticNotation"].word].compactMap(\.self) + sound["dialects"].labels
        rows.add(
          indent: indent, Piece("/\(spelling)/"),
          Piece(about.isEmpty ? "" : "  " + about.joined(separator: ", "), .dim))
      }
      if let file = sound["audioFile"].word { rows.add(indent: indent, Piece(file, .link)) }
    }
  }

  /// Adds the information that does not belong to a sense: sentences, roots, inflected forms and
  /// derived words.
  private static func addLoose(_ lexical: ViewValue, to rows: inout ViewRows) {
    for sentence in lexical["sentences"].items {
      if let text = sentence.label { rows.add(indent: 2, Piece(text)) }
    }
    let lists = [
      ("Inflection of: ", lexical["inflectionOf"].labels),
      ("Inflections: ", lexical["inflections"].items.compactMap { $0["inflectedForm"].word }),
      ("Derivatives: ", lexical["derivatives"].labels),
      ("Derived from: ", lexical["derivativeOf"].labels),
      ("Also written: ", lexical["variantForms"].labels),
      ("Note: ", lexical["notes"].labels),
    ]
    for (title, words) in lists where !words.isEmpty {
      rows.add(indent: 2, Piece(title, .dim), Piece(words.joined(separator: ", ")))
    }
  }
}
