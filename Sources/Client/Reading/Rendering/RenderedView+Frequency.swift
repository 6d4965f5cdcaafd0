import ReadingValues

extension RenderedView {
  /// Renders word frequencies as a sortable table with a bar for each word. Returns nil for any
  /// other response.
  ///
  /// - Source: The Oxford Dictionaries API. A response has one `result` for a word, or `results`
  ///   for words and word groups. `tokens` is a list or, in the `google` format, a string.
  static func frequency(_ value: ViewValue) -> RenderedView? {
    let found = value["results"].list ?? (value["result"].isObject ? [value["result"]] : nil)
    guard let found, found.allSatisfy({ $0.isObject && $0["frequency"].amount != nil }) else {
      return nil
    }
    var rows = ViewRows()
    addTotal(of: value, found.count, "words", to: &rows)
    if let count = value["result"]["matchCount"].word {
      rows.add(Piece(count == "1" ? "1 match." : "\(count) matches.", .dim))
    }
    let fields = frequencyFields.filter { field in
      found.contains { !$0[field.key].labels.isEmpty }
    }
    let columns = fields.map { Column($0.title, $0.kind) } + [Column("", .bar)]
    let most = found.compactMap { $0["frequency"].amount }.max() ?? 0
    if found.isEmpty {
      rows.add(Piece("No words match.", .dim))
    } else {
      rows.add(.titles)
    }
    for json in found {
      let amount = json["frequency"].amount ?? 0
      rows.add(
        .cells(
          fields.enumerated().map { place, field in
            cell(json[field.key], field, isFirst: place == 0)
          }
            + [Cell("", .number, amount: most > 0 ? min(1, max(0, amount / most)) : 0)]))
    }
    return RenderedView(.sortable, columns: columns, rows: rows)
  }

  private typealias Field = (key: String, title: String, kind: Column.Kind)

  private static let frequencyFields: [Field] = [
    ("tokens", "Words", .text), ("wordform", "Word form", .text), ("trueCase", "True case", .text),
    ("lemma", "Lemma", .text), ("lexicalCategory", "Category", .text),
    ("frequency", "Frequency", .number), ("normalizedFrequency", "Per million", .number),
    ("documentFrequency", "Documents", .number),
  ]

  private static func cell(_ value: ViewValue, _ field: Field, isFirst: Bool) -> Cell {
    guard field.kind == .number else {
      return Cell(value.labels.joined(separator: " "), isFirst ? .strong : .text)
    }
    return Cell(value.word ?? "", .number, amount: value.amount)
  }

  /// Adds the total number of results if it exceeds the number received.
  static func addTotal(
    of value: ViewValue, _ count: Int, _ noun: String, to rows: inout ViewRows
  ) {
    let total = value["metadata"]["total"]
    guard let amount = total.amount, amount > Double(count) else { return }
    rows.add(Piece("\(count) of the \(total.inline) \(noun) that the service has.", .dim))
  }
}
