import ReadingValues

extension RenderedView {
  /// Texts of a picture in reading order, each under the box it stands in.
  ///
  /// - Source: the responses of Haven OnDemand's `ocrdocument`; width and height may be 0.
  static func ocr(_ value: ViewValue) -> RenderedView? {
    guard let blocks = value["text_block"].list, blocks.allSatisfy(\.isObject) else { return nil }
    var rows = ViewRows()
    for (place, block) in inReadingOrder(blocks).enumerated() {
      rows.part()
      rows.add(Piece("\(place + 1)  \(box(of: block))", .dim))
      let text = block["text"].word ?? ""
      for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
        rows.add(indent: 1, Piece(String(line)))
      }
    }
    if blocks.isEmpty { rows.add(Piece("No text was found in the picture.", .dim)) }
    return RenderedView(.ocr, rows: rows)
  }

  private static func box(of block: ViewValue) -> String {
    let names = ["left", "top", "width", "height"]
    let words = names.compactMap { name in block[name].shownAmount.map { "\(name) \($0)" } }
    return words.isEmpty ? "no place is given" : words.joined(separator: ", ")
  }

  /// From top to bottom; what stands beside each other from left to right. Blocks without a place stay
  /// behind the others as they came.
  private static func inReadingOrder(_ blocks: [ViewValue]) -> [ViewValue] {
    let placed = blocks.filter { $0["top"].amount != nil && $0["left"].amount != nil }
    let rest = blocks.filter { $0["top"].amount == nil || $0["left"].amount == nil }
    func edge(_ block: ViewValue, _ name: String) -> Double { block[name].amount ?? 0 }
    var ordered: [ViewValue] = []
    var line: [ViewValue] = []
    func finished() -> [ViewValue] { line.sorted { edge($0, "left") < edge($1, "left") } }
    for block in placed.sorted(by: { edge($0, "top") < edge($1, "top") }) {
      // A block whose middle lies above the first one's lower edge stands in the same line.
      let middle = edge(block, "top") + edge(block, "height") / 2
      if let first = line.first, middle >= edge(first, "top") + max(1, edge(first, "height")) {
        ordered += finished()
        line = []
      }
      line.append(block)
    }
    return ordered + finished() + rest
  }
}
