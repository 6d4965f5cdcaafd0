import ReadingValues

extension RenderedView {
  /// Renders matching words as a list that can be filtered. Returns nil for any other response.
  ///
  /// - Source: The word lists and searches of the Oxford Dictionaries API.
  static func wordlist(_ value: ViewValue) -> RenderedView? {
    guard let found = value["results"].list,
      found.allSatisfy({ $0["word"].word != nil || $0["id"].word != nil })
    else { return nil }
    var rows = ViewRows()
    addTotal(of: value, found.count, "words", to: &rows)
    let more = [
      ("id", "Id"), ("matchString", "Found by"), ("matchType", "Match"), ("region", "Region"),
    ].filter { key, _ in found.contains { isShown($0[key], of: $0) } }
    rows.add(found.isEmpty ? .prose(indent: 0, [Piece("No words match.", .dim)]) : .titles)
    for json in found {
      rows.add(
        .cells(
          [Cell(json["word"].word ?? json["id"].word ?? "", .strong)]
            + more.map { key, _ in Cell(json[key].word ?? "", .dim) }))
    }
    let columns = [Column("Word")] + more.map { Column($0.1) }
    return RenderedView(.filterable, columns: columns, rows: rows)
  }

  /// Returns whether the text differs from the word itself.
  private static func isShown(_ value: ViewValue, of json: ViewValue) -> Bool {
    value.word != nil && value != json["word"]
  }
}
