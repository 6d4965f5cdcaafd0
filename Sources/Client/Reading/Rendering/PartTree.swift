import ClientModel
import ReadingValues

/// A renderer of a part as a tree. A value follows its name, and members and elements are indented
/// below their container.
struct PartTree {
  private typealias Piece = RenderedView.Piece

  let part: ViewPart

  init(_ part: ViewPart) { self.part = part }

  func add(_ value: ViewValue, to rows: inout ViewRows) {
    switch value {
    case .list(let items) where part.group != nil: addGroups(items, to: &rows)
    case .list(let items): addElements(items, indent: 0, to: &rows)
    case .object: addMembers(names(of: value), of: value, indent: 0, to: &rows)
    case .text, .number, .boolean, .null: rows.addLines(of: value)
    }
  }

  /// Adds elements, grouped by the value of one member. Groups are in the order of first
  /// appearance.
  private func addGroups(_ items: [ViewValue], to rows: inout ViewRows) {
    var names: [String] = []
    var groups: [String: [ViewValue]] = [:]
    for item in items {
      let name = part.group.map { item.member($0).inline } ?? ""
      if groups[name] == nil { names.append(name) }
      groups[name, default: []].append(item)
    }
    if items.isEmpty { rows.addNone() }
    for name in names {
      let group = groups[name] ?? []
      rows.part()
      rows.add(
        Piece(name.isEmpty ? "without \(part.group ?? "")" : name, .heading),
        Piece("  \(group.count)", .dim))
      addElements(group, indent: 1, to: &rows)
    }
  }

  private func addElements(_ items: [ViewValue], indent: Int, to rows: inout ViewRows) {
    if items.isEmpty { rows.addNone(indent: indent) }
    for (place, item) in items.enumerated() {
      guard item.isObject else {
        rows.addLines(of: item, indent: indent)
        continue
      }
      let label = part.label.map { item.member($0).inline } ?? ""
      rows.add(indent: indent, Piece(label.isEmpty ? "\(place + 1)" : label, .strong))
      addMembers(names(of: item), of: item, indent: indent + 1, to: &rows)
    }
  }

  /// Returns the members to show below an element's name.
  func names(of element: ViewValue) -> [String] {
    (part.fields.isEmpty ? element.keys : part.fields)
      .filter { $0 != part.label && $0 != part.group }
  }

  func addMembers(
    _ names: [String], of value: ViewValue, indent: Int, to rows: inout ViewRows
  ) {
    for key in names {
      let member = value.member(key)
      switch member {
      case .null: continue
      case .object:
        rows.add(indent: indent, Piece(key, .dim))
        addMembers(member.keys, of: member, indent: indent + 1, to: &rows)
      case .list(let items) where !items.allSatisfy(\.isScalar):
        rows.add(indent: indent, Piece(key, .dim), Piece("  \(items.count)", .dim))
        PartTree(ViewPart(.tree, "")).addElements(items, indent: indent + 1, to: &rows)
      case .text(let text) where text.contains(where: \.isNewline):
        rows.add(indent: indent, Piece(key, .dim))
        rows.addLines(of: member, indent: indent + 1)
      case .list, .text, .number, .boolean:
        rows.add(indent: indent, Piece("\(key)  ", .dim), Piece(member.inline, member.tone))
      }
    }
  }
}
