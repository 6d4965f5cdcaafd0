import ClientModel
import ReadingValues

extension RenderedView {
  /// Renders the parts of a plan that are in the response. Returns nil if the response has none of
  /// them.
  static func parts(_ parts: [ViewPart], of value: ViewValue) -> RenderedView? {
    let found = parts.flatMap { part -> [PlacedPart] in
      let values = value.values(at: part.pointer).filter(part.form.takes)
      return values.enumerated().map { place, value in
        PlacedPart(part: part, number: values.count > 1 ? place + 1 : nil, value: value)
      }
    }
    guard !found.isEmpty else { return nil }
    let table = PartTable(found)
    var rows = ViewRows()
    for placed in found {
      rows.part()
      if let heading = placed.heading { rows.add(Piece(heading, .heading)) }
      switch placed.part.form {
      case .table, .bars: table.add(placed, to: &rows)
      case .tree: PartTree(placed.part).add(placed.value, to: &rows)
      case .boxes: PartBoxes(placed.part).add(placed.value, to: &rows)
      case .list where found.count == 1: PartList(placed.part).addCells(placed.value, to: &rows)
      case .list: PartList(placed.part).addLines(placed.value, to: &rows)
      }
    }
    return RenderedView(operations(of: found), columns: columns(of: found, table), rows: rows)
  }

  /// Returns the operations that the rows allow. Rows can be sorted or filtered only if the view
  /// has a single part.
  private static func operations(of found: [PlacedPart]) -> RowOperations {
    guard found.count == 1 else { return .fixed }
    return switch found[0].part.form {
    case .table, .bars: .sortable
    case .list: found[0].value.list == nil ? .fixed : .filterable
    case .tree, .boxes: .fixed
    }
  }

  private static func columns(of found: [PlacedPart], _ table: PartTable) -> [Column] {
    if operations(of: found) == .filterable { return [Column(found[0].part.title)] }
    return table.columns
  }
}

/// A part and one of its values in the response.
struct PlacedPart {
  let part: ViewPart
  /// The number of the value, or nil if the part has only one value.
  let number: Int?
  let value: ViewValue

  var heading: String? {
    let words = [part.title, number.map(String.init) ?? ""].filter { !$0.isEmpty }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

extension ViewPart.Form {
  /// Returns whether a value can be shown in this form.
  func takes(_ value: ViewValue) -> Bool {
    switch self {
    case .table: value.list != nil || value.isObject
    case .tree: true
    case .boxes, .bars: value.list?.allSatisfy(\.isObject) ?? false
    case .list: value.list != nil || value.isScalar
    }
  }
}

/// A renderer of a part as a list. Each row is an element of a list or a line of text.
struct PartList {
  let part: ViewPart

  init(_ part: ViewPart) { self.part = part }

  /// Adds a value as rows, which can be filtered if the value is a list.
  func addCells(_ value: ViewValue, to rows: inout ViewRows) {
    guard let items = value.list else { return rows.addLines(of: value) }
    if items.isEmpty { rows.addNone() }
    for shown in items.map(shown) { rows.add(.cells([.init(shown.inline, shown.tone)])) }
  }

  /// Adds a value as rows that keep their position among the rows of other parts.
  func addLines(_ value: ViewValue, to rows: inout ViewRows) {
    guard let items = value.list else { return rows.addLines(of: value) }
    if items.isEmpty { rows.addNone() }
    for shown in items.map(shown) { rows.add(.init(shown.inline, shown.tone)) }
  }

  private func shown(_ item: ViewValue) -> ViewValue {
    part.label.map { item.member($0) } ?? item
  }
}
