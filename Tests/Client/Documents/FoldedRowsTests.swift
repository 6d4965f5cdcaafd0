import ClientDocuments
import Testing

/// Checks the rows against a plain list of the open nodes.
private struct PlainFolds {
  let json: RandomJSON
  var open: Set<Int> = []

  /// The values that show, from the top.
  var visible: [Int] {
    var result: [Int] = []
    var hiddenUntil = 0
    for (place, value) in json.values.enumerated() where value.offset >= hiddenUntil {
      result.append(place)
      if value.node.isContainer, !open.contains(place) { hiddenUntil = value.end }
    }
    return result
  }
}

@Suite struct FoldedRowsTests {
  @Test(arguments: 0..<200)
  func `rows show what a plain list of open values shows`(seed: Int) throws {
    let json = RandomJSON(seed: seed, size: seed % 4 == 0 ? 60_000 : 700)
    var dice = Dice(seed: seed + 1_000)
    var rows = try FoldedRows(
      JSONDocument(indexing: ByteSource(json.bytes), grain: seed % 2 == 0 ? .fine : .usual))
    var plain = PlainFolds(json: json, open: json.values[0].node.isContainer ? [0] : [])
    for step in 0..<25 {
      try same(rows, plain, "seed \(seed) before step \(step)")
      let shown = plain.visible
      let place = shown[dice.roll(shown.count)]
      let value = json.values[place]
      let inside = json.values.indices.filter {
        json.values[$0].offset >= value.offset && json.values[$0].end <= value.end
          && json.values[$0].node.isContainer
      }
      switch dice.roll(12) {
      case 0:
        try rows.openAll()
        plain.open = Set(json.values.indices)
      case 1:
        let depth = dice.roll(5)
        try rows.open(toDepth: depth)
        plain.open = Set(json.values.indices.filter { json.values[$0].depth < depth })
      case 2:
        try rows.closeAll()
        plain.open = []
      case 3 where value.node.isContainer:
        try rows.openAll(below: value.node)
        plain.open.formUnion(inside)
      case 4 where value.node.isContainer:
        try rows.closeAll(below: value.node)
        plain.open.subtract(inside)
      case 5:
        let hidden = dice.roll(json.values.count)
        let row = try rows.reveal(json.values[hidden].offset)
        var above = json.values[hidden].parent
        while let next = above {
          plain.open.insert(next)
          above = json.values[next].parent
        }
        #expect(row == plain.visible.firstIndex(of: hidden), "seed \(seed) step \(step)")
      case 6, 7:
        try rows.close(value.node)
        plain.open.remove(place)
      default:
        try rows.open(value.node)
        plain.open.insert(place)
      }
    }
    try same(rows, plain, "seed \(seed) at the end")
  }

  private func same(_ rows: FoldedRows, _ plain: PlainFolds, _ note: Comment) throws {
    let shown = plain.visible
    #expect(rows.count == shown.count, note)
    let from = shown.count / 3
    let window = from..<min(shown.count, from + 60)
    let found = try rows.rows(in: window)
    #expect(found.map(\.number) == Array(window), note)
    let expected = shown[window].map { plain.json.values[$0] }
    #expect(found.map(\.node) == expected.map(\.node), note)
    #expect(found.map(\.child.key) == expected.map { $0.key.map { Array($0.prefix(256)) } }, note)
    #expect(found.map(\.child.ordinal) == expected.map(\.ordinal), note)
    #expect(
      found.map(\.isOpen)
        == shown[window].map { plain.open.contains($0) && !plain.json.values[$0].children.isEmpty },
      note)
    for row in found.prefix(3) {
      #expect(try rows.row(of: row.node) == row.number, note)
      let parent = plain.json.values[shown[row.number]].parent
      #expect(
        try rows.parentRow(of: row.node) == parent.flatMap { shown.firstIndex(of: $0) }, note)
    }
  }
}
