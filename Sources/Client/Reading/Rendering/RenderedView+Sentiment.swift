import ReadingValues

extension RenderedView {
  /// The positive and negative passages, with the overall score.
  ///
  /// - Source: the responses of Haven OnDemand's `analyzesentiment`: version 1 has one object, with a
  ///   `documentIndex` at each finding where several texts were sent; version 2 an object for each text.
  static func sentiment(_ value: ViewValue) -> RenderedView? {
    let columns = [
      Column("Sentiment"), Column("Score", .number), Column("Topic"), Column("Word"),
      Column("Text"),
    ]
    var rows = ViewRows()
    if let texts = value["sentiment_analysis"].list {
      guard texts.allSatisfy(isFinding) else { return nil }
      for (place, text) in texts.enumerated() {
        rows.part()
        if texts.count > 1 { rows.add(Piece("Text \(place + 1)", .heading)) }
        addAggregate(text["aggregate"], to: &rows)
        addFindings(findings(in: text), to: &rows)
      }
      if texts.isEmpty { rows.add(Piece("No text was judged.", .dim)) }
    } else {
      guard isFinding(value) else { return nil }
      addAggregate(value["aggregate"], to: &rows)
      let all = findings(in: value)
      let places = Set(all.compactMap { $0.json["documentIndex"].amount }).sorted()
      if places.count > 1 || (places.first ?? 0) > 0 {
        for place in places {
          rows.part()
          rows.add(Piece("Text \(shown(place + 1))", .heading))
          addFindings(all.filter { $0.json["documentIndex"].amount == place }, to: &rows)
        }
        let rest = all.filter { $0.json["documentIndex"].amount == nil }
        if !rest.isEmpty { addFindings(rest, to: &rows) }
      } else {
        rows.part()
        addFindings(all, to: &rows)
      }
    }
    return RenderedView(.sentiment, columns: columns, rows: rows)
  }

  private typealias Finding = (side: Tone, json: ViewValue)

  private static func isFinding(_ value: ViewValue) -> Bool {
    value["positive"].list != nil || value["negative"].list != nil || value["aggregate"].isObject
  }

  private static func findings(in value: ViewValue) -> [Finding] {
    value["positive"].items.map { (.good, $0) } + value["negative"].items.map { (.bad, $0) }
  }

  private static func addAggregate(_ value: ViewValue, to rows: inout ViewRows) {
    guard let word = value["sentiment"].word else { return }
    let tone: Tone = word == "positive" ? .good : word == "negative" ? .bad : .text
    var pieces = [Piece("Overall: ", .dim), Piece(word, tone)]
    if let score = value["score"].shownAmount { pieces.append(Piece("  score \(score)", .number)) }
    rows.add(.prose(indent: 0, pieces))
  }

  private static func addFindings(_ findings: [Finding], to rows: inout ViewRows) {
    guard !findings.isEmpty else {
      return rows.add(Piece("No positive or negative passages were found.", .dim))
    }
    rows.add(.titles)
    for (side, json) in findings {
      rows.add(
        .cells([
          Cell(side == .good ? "positive" : "negative", side),
          Cell(json["score"].shownAmount ?? "", .number, amount: json["score"].amount),
          Cell(json["topic"].word ?? ""), Cell(json["sentiment"].word ?? "", .strong),
          Cell(json["original_text"].word ?? json["normalized_text"].word ?? "", .dim),
        ]))
    }
  }

  /// A number with at most three decimals.
  static func shown(_ amount: Double) -> String {
    guard amount.magnitude < 1e12 else { return "\(amount)" }
    let thousandths = (amount.magnitude * 1000).rounded()
    let integer = Int(thousandths / 1000)
    var decimals = String(Int(thousandths) % 1000)
    decimals = String(repeating: "0", count: 3 - decimals.utf8.count) + decimals
    while decimals.last == "0" { decimals.removeLast() }
    let sign = amount < 0 && thousandths > 0 ? "-" : ""
    return decimals.isEmpty ? "\(sign)\(integer)" : "\(sign)\(integer).\(decimals)"
  }
}

extension ViewValue {
  /// The number with at most three decimals; of a text that is none, the text.
  var shownAmount: String? { amount.map { RenderedView.shown($0) } ?? word }
}
