import ClientModel
import ReadingValues

/// A renderer of elements that have positions on a page, in reading order.
///
/// Lines are ordered from top to bottom, and the elements of a line from left to right. Elements
/// without a position are last, in their original order.
struct PartBoxes {
  private typealias Piece = RenderedView.Piece

  private static let sides = ["left", "top", "width", "height"]

  let part: ViewPart

  init(_ part: ViewPart) { self.part = part }

  func add(_ value: ViewValue, to rows: inout ViewRows) {
    let boxes = Self.inReadingOrder(value.items.map(Box.init))
    if boxes.isEmpty { rows.addNone() }
    for (place, box) in boxes.enumerated() {
      if place > 0 { rows.part() }
      rows.add(Piece("\(place + 1)  \(box.text)", .dim))
      let label = part.label.map { box.value.member($0).inline } ?? ""
      for line in label.split(whereSeparator: \.isNewline) {
        rows.add(indent: 1, Piece(String(line), .strong))
      }
      let tree = PartTree(part)
      let names = tree.names(of: box.value).filter { !(Self.sides + ["corners"]).contains($0) }
      tree.addMembers(names, of: box.value, indent: 1, to: &rows)
    }
  }

  /// An element and its position, which is a box or the corners of a shape.
  private struct Box {
    let value: ViewValue
    private let corners: [(x: Double, y: Double)]

    init(_ value: ViewValue) {
      self.value = value
      corners = value["corners"].items.compactMap { corner in
        guard let x = corner["x"].amount, let y = corner["y"].amount else { return nil }
        return (x, y)
      }
    }

    var left: Double? { value["left"].amount ?? corners.map(\.x).min() }
    var top: Double? { value["top"].amount ?? corners.map(\.y).min() }
    var height: Double {
      let span = (corners.map(\.y).max() ?? 0) - (corners.map(\.y).min() ?? 0)
      return value["height"].amount ?? span
    }

    var text: String {
      let sides = PartBoxes.sides.compactMap { name in
        value[name] == .null ? nil : "\(name) \(value[name].inline)"
      }
      if !sides.isEmpty { return sides.joined(separator: ", ") }
      let points = value["corners"].items.map { "\($0["x"].inline),\($0["y"].inline)" }
      return points.isEmpty ? "no position" : "corners " + points.joined(separator: " ")
    }
  }

  private static func inReadingOrder(_ boxes: [Box]) -> [Box] {
    let placed = boxes.filter { $0.top != nil && $0.left != nil }
    let rest = boxes.filter { $0.top == nil || $0.left == nil }
    var ordered: [Box] = []
    var line: [Box] = []
    func finished() -> [Box] { line.sorted { ($0.left ?? 0) < ($1.left ?? 0) } }
    for box in placed.sorted(by: { ($0.top ?? 0) < ($1.top ?? 0) }) {
      // A box is in the current line if its middle is above the lower edge of the first box in that
      // line.
      let middle = (box.top ?? 0) + box.height / 2
      if let first = line.first, middle >= (first.top ?? 0) + max(1, first.height) {
        ordered += finished()
        line = []
      }
      line.append(box)
    }
    return ordered + finished() + rest
  }
}
