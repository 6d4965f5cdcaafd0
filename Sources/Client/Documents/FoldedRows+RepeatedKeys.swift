extension FoldedRows {
  /// The maximum number of members of an object in which all keys are compared.
  private static let fewMembers = 1_000
  /// The maximum number of keys to read outside the requested rows.
  private static let mostKeys = 4_000

  /// Returns the numbers of rows whose key is repeated in the same object.
  ///
  /// All keys are compared in an object of at most 1,000 members. In a larger object, only keys in
  /// `rows` are compared. Keys of 256 bytes or more are never compared.
  ///
  /// - Parameter rows: Consecutive rows as returned by `rows(in:)`.
  package func repeatedKeys(among rows: [Row]) throws(DocumentError) -> Set<Int> {
    guard let first = rows.first else { return [] }
    var groups: [JSONNode: [(key: [UInt8], row: Int)]] = [:]
    var around = try document.steps(to: first.node.offset).map(\.container)
    for row in rows {
      // The array contains the document and the containers around the row, one per level.
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
      let memberCount = try document.childCount(of: object).known
      if memberCount > members.count, memberCount <= min(Self.fewMembers, left) {
        left -= memberCount
        try document.forEachKey(of: object, in: 0..<memberCount) { key in
          counts[key, default: 0] += 1
        }
      } else {
        for member in members { counts[member.key, default: 0] += 1 }
      }
      for member in members where counts[member.key, default: 0] > 1 { found.insert(member.row) }
    }
    return found
  }
}

extension JSONDocument {
  /// Calls `body` with the decoded keys of members. Keys of 256 bytes or more are skipped.
  fileprivate func forEachKey(
    of object: JSONNode, in window: Range<Int>, _ body: ([UInt8]) -> Void
  ) throws(DocumentError) {
    try forEachSlot(of: object, in: window, reader()) { slot throws(DocumentError) in
      guard let key = slot.key, key.count < Self.previewLength else { return }
      body(JSONText.decoded(try source.bytes(in: key)))
    }
  }
}
