import ClientModel
import ReadingValues

/// A renderer of all tables and bars of a view, which share columns. A cell is empty if the element
/// does not have the column's field.
struct PartTable {
  private typealias Cell = RenderedView.Cell

  /// The maximum number of columns. Further fields are visible only in the tree view.
  private static let mostColumns = 24

  private let fields: [String]
  private let hasBars: Bool
  private let numbers: Set<String>

  init(_ parts: [PlacedPart]) {
    let tables = parts.filter { $0.part.form == .table || $0.part.form == .bars }
    var fields: [String] = []
    for table in tables {
      let own = table.part.fields.isEmpty ? Self.keys(of: table) : table.part.fields
      fields += own.filter { !fields.contains($0) }
    }
    let elements = tables.flatMap { Self.elements(of: $0.value) }
    // A field without a value in any element is omitted, because its column would be empty.
    let held = fields.filter { field in elements.contains { Self.value(field, of: $0) != .null } }
    let shown = Array(held.prefix(Self.mostColumns))
    self.fields = shown
    hasBars = tables.contains { $0.part.form == .bars }
    numbers = Set(
      shown.filter { field in
        let values = elements.map { Self.value(field, of: $0) }.filter { $0 != .null }
        return !values.isEmpty && values.allSatisfy { if case .number = $0 { true } else { false } }
      })
  }

  var columns: [RenderedView.Column] {
    fields.map { field in
      .init(
        field.split(separator: "/").joined(separator: "."),
        numbers.contains(field) ? .number : .text)
    } + (hasBars ? [.init("", .bar)] : [])
  }

  func add(_ placed: PlacedPart, to rows: inout ViewRows) {
    let elements = Self.elements(of: placed.value)
    guard !elements.isEmpty else { return rows.addNone() }
    rows.add(.titles)
    let amounts = elements.map { element in
      placed.part.amount.flatMap { element.member($0).amount } ?? 0
    }
    let most = amounts.max() ?? 0
    for (element, amount) in zip(elements, amounts) {
      var cells = fields.map { field in
        let value = Self.value(field, of: element)
        let tone = field == placed.part.label ? .strong : value.tone
        return Cell(value.inline, tone, amount: value.amount)
      }
      if hasBars {
        cells.append(Cell("", .number, amount: most > 0 ? min(1, max(0, amount / most)) : 0))
      }
      rows.add(.cells(cells))
    }
  }

  /// The title of the only column of a list that contains plain values.
  private static let plain = "value"

  private static func elements(of value: ViewValue) -> [ViewValue] { value.list ?? [value] }

  private static func value(_ field: String, of element: ViewValue) -> ViewValue {
    element.isObject ? element.member(field) : field == plain ? element : .null
  }

  /// Returns at most `mostColumns` members that have values, in the order of first appearance.
  /// Elements of a list may have different members.
  private static func keys(of placed: PlacedPart) -> [String] {
    var keys: [String] = []
    for element in elements(of: placed.value) {
      for key in element.isObject ? element.keys : [plain] {
        guard !keys.contains(key), value(key, of: element) != .null else { continue }
        keys.append(key)
        if keys.count == mostColumns { return keys }
      }
    }
    return keys
  }
}
