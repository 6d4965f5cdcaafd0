import ReadingValues

/// A renderer of one dictionary entry and its senses as rows.
struct DictionaryEntry {
  private typealias Piece = RenderedView.Piece

  /// The maximum depth of rendered senses. Deeper senses are visible only in the tree view.
  private static let deepest = 6

  private let entry: ViewValue

  init(_ entry: ViewValue) { self.entry = entry }

  func add(to rows: inout ViewRows) {
    let features = entry["grammaticalFeatures"].labels
    if !features.isEmpty { rows.add(indent: 2, Piece(features.joined(separator: ", "), .dim)) }
    RenderedView.addSound(of: entry, 2, to: &rows)
    for (place, sense) in entry["senses"].items.enumerated() {
      add(sense, number: "\(place + 1)", depth: 0, to: &rows)
    }
    addList(
      "Inflections: ", entry["inflections"].items.compactMap { $0["inflectedForm"].word }, 2, &rows)
    addList("Also written: ", entry["variantForms"].labels, 2, &rows)
    for origin in entry["etymologies"].labels {
      rows.add(indent: 2, Piece("Origin: ", .dim), Piece(origin, .dim))
    }
    addList("Note: ", entry["notes"].labels, 2, &rows)
  }

  private func add(_ sense: ViewValue, number: String, depth: Int, to rows: inout ViewRows) {
    guard depth < Self.deepest else { return }
    let indent = 2 + depth
    var pieces = [Piece(number, .number)]
    let uses = ["domains", "registers", "regions"].flatMap { sense[$0].labels }
    if !uses.isEmpty { pieces.append(Piece("  (\(uses.joined(separator: ", ")))", .dim)) }
    let meaning = meaning(of: sense)
    if !meaning.isEmpty { pieces.append(Piece((uses.isEmpty ? "  " : " ") + meaning)) }
    rows.add(.prose(indent: indent, pieces))
    addRest(of: sense, indent + 1, to: &rows)
    for (place, part) in sense["subsenses"].items.enumerated() {
      add(part, number: "\(number).\(place + 1)", depth: depth + 1, to: &rows)
    }
  }

  /// Returns the definitions of a sense as text, or its cross-references if it has no definitions.
  private func meaning(of sense: ViewValue) -> String {
    let keys = ["definitions", "shortDefinitions", "short_definitions", "crossReferenceMarkers"]
    return keys.lazy.map { sense[$0].labels }.first { !$0.isEmpty }?.joined(separator: "; ") ?? ""
  }

  private func addRest(of sense: ViewValue, _ indent: Int, to rows: inout ViewRows) {
    RenderedView.addSound(of: sense, indent, to: &rows)
    addTranslations(of: sense, indent, to: &rows)
    for example in sense["examples"].items {
      if let text = example.label { rows.add(indent: indent, Piece("“\(text)”", .dim)) }
      addTranslations(of: example, indent + 1, to: &rows)
    }
    addList("Synonyms: ", sense["synonyms"].labels, indent, &rows)
    addList("Antonyms: ", sense["antonyms"].labels, indent, &rows)
    addList("Also written: ", sense["variantForms"].labels, indent, &rows)
    addList("Note: ", sense["notes"].labels, indent, &rows)
    let hasNoDefinitions = sense["definitions"].labels.isEmpty
    if !hasNoDefinitions { addList("See: ", sense["crossReferences"].labels, indent, &rows) }
  }

  private func addTranslations(of value: ViewValue, _ indent: Int, to rows: inout ViewRows) {
    for translation in value["translations"].items {
      guard let text = translation.label else { continue }
      let about = ["grammaticalFeatures", "registers", "regions"].flatMap { translation[$0].labels }
      let language = translation["language"].word.map { "  \($0)" } ?? ""
      rows.add(
        indent: indent, Piece("→ ", .dim), Piece(text, .strong),
        Piece(about.isEmpty ? language : "\(language)  \(about.joined(separator: ", "))", .dim))
    }
  }

  private func addList(
    _ title: String, _ words: [String], _ indent: Int, _ rows: inout ViewRows
  ) {
    guard !words.isEmpty else { return }
    rows.add(indent: indent, Piece(title, .dim), Piece(words.joined(separator: ", ")))
  }
}
