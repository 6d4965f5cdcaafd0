extension JSONDocument {
  /// A decoded key or an index in a path.
  package enum PathPart: Hashable, Sendable {
    case key(String)
    case place(Int)
  }

  /// Returns the path from the root to a value. In JSON Lines, the first part is the line's index.
  package func path(of node: JSONNode) throws(DocumentError) -> [PathPart] {
    try parts(of: try steps(to: node.offset)[...])
  }

  /// Returns the path parts for these steps.
  ///
  /// - Parameter keyLength: The maximum number of raw bytes to return for each key.
  package func parts(
    of steps: ArraySlice<JSONStep>, keyLength: Int = .max
  ) throws(DocumentError) -> [PathPart] {
    let reader = reader()
    var parts: [PathPart] = []
    for step in steps {
      switch step.container.kind {
      case .document: if form == .lines { parts.append(.place(step.ordinal)) }
      case .object:
        let start = try slotStart(step.ordinal, of: step.container, reader)
        let slot = try slot(
          at: start ?? step.container.offset, ordinal: step.ordinal, of: step.container, reader)
        let key = slot.key ?? 0..<0
        let shown = key.lowerBound..<key.lowerBound + min(key.count, keyLength)
        parts.append(.key(JSONText.string(try source.bytes(in: shown))))
      default: parts.append(.place(step.ordinal))
      }
    }
    return parts
  }

  package func pointer(to node: JSONNode) throws(DocumentError) -> JSONPointer {
    JSONPointer(
      parts: try path(of: node).map { part in
        switch part {
        case .key(let key): key
        case .place(let place): String(place)
        }
      })
  }

  /// Returns the value's path in jq syntax: `.items[0].name`, `.["odd key"]`, `.` for the root.
  package func jqPath(to node: JSONNode) throws(DocumentError) -> String {
    var text = ""
    for part in try path(of: node) {
      switch part {
      case .place(let place): text += (text.isEmpty ? "." : "") + "[\(place)]"
      case .key(let key) where Self.isPlain(key): text += "." + key
      case .key(let key): text += (text.isEmpty ? "." : "") + "[\(JSONText.quoted(key))]"
      }
    }
    return text.isEmpty ? "." : text
  }

  /// Returns the value at a pointer, or the first value of a repeated key.
  ///
  /// Keys are searched from the start of their object, which takes about one second per gigabyte.
  package func node(at pointer: JSONPointer) throws(DocumentError) -> JSONNode {
    var node = form == .lines ? document : try root()
    for (depth, part) in pointer.parts.enumerated() {
      guard let around = node, let next = try child(part, of: around) else {
        throw missing(pointer, depth)
      }
      node = next
    }
    guard let node else { throw missing(pointer, 0) }
    return node
  }

  private func missing(_ pointer: JSONPointer, _ depth: Int) -> DocumentError {
    let part = depth < pointer.parts.count ? pointer.parts[depth] : "value"
    return .nothingAt(pointer: pointer.text, missing: part)
  }

  func child(_ part: String, of node: JSONNode) throws(DocumentError) -> JSONNode? {
    guard node.isContainer else { return nil }
    let reader = reader()
    guard node.kind == .object else {
      guard let place = JSONPointer.place(part),
        let start = try slotStart(place, of: node, reader)
      else { return nil }
      return try slot(at: start, ordinal: place, of: node, reader).value
    }
    let wanted = Array(part.utf8)
    var found: JSONNode?
    var place = 0
    // Children are read in windows, so that the search stops soon after a match.
    while found == nil {
      let before = place
      try forEachSlot(of: node, in: place..<place + 64, reader) { slot throws(DocumentError) in
        place += 1
        guard found == nil, let key = slot.key, key.count <= 6 * wanted.count else { return }
        if JSONText.decoded(try source.bytes(in: key)) == wanted { found = slot.value }
      }
      if place == before { break }
    }
    return found
  }

  /// Returns whether a key can follow a dot without quotes.
  package static func isPlain(_ key: String) -> Bool {
    guard let first = key.utf8.first, !JSONByte.isDigit(first) else { return false }
    return key.utf8.allSatisfy {
      JSONByte.isDigit($0) || $0 == 0x5F || (0x61...0x7A).contains($0 | 0x20)
    }
  }
}
