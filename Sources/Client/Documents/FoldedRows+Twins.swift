extension FoldedRows {
  /// The keys of an object with up to so many members are all compared.
  private static let fewMembers = 1_000
  /// So many keys are read at most for one window of rows.
  private static let mostKeys = 4_000

  /// The numbers of those rows whose key another member of the same object has.
  ///
  /// Members among `rows` are compared with each other, and with all others of their object where
  /// it has up to 1,000: further twins of a larger object are found when both stand among the rows.
  /// Keys of 256 bytes and more are not compared.
  /// - Parameter rows: Rows that follow each other, as `rows(in:)` brings them.
  package func twins(among rows: [Row]) throws(DocumentError) -> Set<Int> {
    guard let first = rows.first else { return [] }
    var groups: [JSONNode: [(key: [UInt8], row: Int)]] = [:]
    var around = try document.steps(to: first.node.offset).map(\.container)
    for row in rows {
      // One container for each level above, the body's own among them.
      around.removeLast(max(0, around.count - row.depth - 1))
      if let key = row.child.key, !row.child.isKeyCut, let object = around.last {
        groups[object, default: []].append((JSONText.decoded(key), row.number))
      }
      if row.isOpen { around.append(row.node) }
    }
    var found: Set<Int> = []
    var left = Self.mostKeys
    for (object, members) in groups {
      var counts: [[UInt8]: Int] = [:]
      let whole = try document.childCount(of: object).known
      if whole > members.count, whole <= min(Self.fewMembers, left) {
        left -= whole
        try document.forEachKey(of: object, in: 0..<whole) { key in counts[key, default: 0] += 1 }
      } else {
        for member in members { counts[member.key, default: 0] += 1 }
      }
      for member in members where counts[member.key, default: 0] > 1 { found.insert(member.row) }
    }
    return found
  }
}

extension JSONDocument {
  /// Calls `body` with the decoded keys of members, those of 256 bytes and more left out.
  fileprivate func forEachKey(
    of object: JSONNode, in window: Range<Int>, _ body: ([UInt8]) -> Void
  ) throws(DocumentError) {
    try forEachSlot(of: object, in: window, reader()) { slot throws(DocumentError) in
      guard let key = slot.key, key.count < Self.previewLength else { return }
      body(JSONText.decoded(try source.bytes(in: key)))
    }
  }
}
