/// Functions that join the pages of a list into one body. The items of later pages follow those of
/// the first page.
///
/// The list is the body itself, the value at a JSON Pointer, or the only list in an object. All
/// bytes outside the list are copied from the first page.
package enum JoinedPages {
  /// The maximum number of joined pages, including the first.
  package static let most = 50
  /// The maximum length in bytes of the joined body, which is stored in memory.
  package static let longest = 32 << 20

  /// Appends the items of a page to the list in the first page, and returns the joined body.
  ///
  /// - Parameter pointer: The path of the list (RFC 6901), or an empty string if the user gave no
  ///   path.
  /// - Throws: `notJoinable` if a page has no such list, or if the result would be too long.
  package static func joined(
    _ first: ByteSource, _ page: ByteSource, at pointer: String = ""
  ) throws(DocumentError) -> [UInt8] {
    guard first.count + page.count <= longest else {
      throw .notJoinable(reason: "Together the pages are longer than \(longest >> 20) MiB.")
    }
    let before = try document(of: first, "The current body")
    let after = try document(of: page, "The next page")
    let list = try list(in: before, at: pointer)
    let place = try before.pointer(to: list)
    let more = try node(in: after, at: place)
    let (range, others) = (try before.range(of: list), try after.range(of: more))
    let inside = try page.bytes(in: others.lowerBound + 1..<others.upperBound - 1)
    let end = range.upperBound - 1
    guard try after.childCount(of: more).known > 0 else {
      return try first.bytes(in: 0..<first.count)
    }
    let comma = try before.childCount(of: list).known > 0 ? [JSONByte.comma] : []
    return try first.bytes(in: 0..<end) + comma + inside + first.bytes(in: end..<first.count)
  }

  /// Returns the number of items in a page's list.
  ///
  /// - Throws: `notJoinable` if there is no list or more than one.
  package static func count(
    in page: ByteSource, at pointer: String = ""
  ) throws(DocumentError) -> Int {
    let document = try document(of: page, "The page")
    return try document.childCount(of: list(in: document, at: pointer)).known
  }

  private static func document(
    of source: ByteSource, _ what: String
  ) throws(DocumentError) -> JSONDocument {
    if let fault = JSONValidator.fault(in: try source.bytes(in: 0..<source.count)) {
      throw .notJoinable(reason: "\(what) is not JSON. \(fault.sentence)")
    }
    return try JSONDocument(indexing: source)
  }

  private static func list(
    in document: JSONDocument, at pointer: String
  ) throws(DocumentError) -> JSONNode {
    if !pointer.isEmpty { return try node(in: document, at: try JSONPointer(pointer)) }
    let root = try document.root()
    guard let root, root.kind == .object else {
      if let root, root.kind == .array { return root }
      throw .notJoinable(reason: "A page is not a list.")
    }
    let lists = try document.children(of: root, in: 0..<1_000, previewLength: 0)
      .map(\.node).filter { $0.kind == .array }
    guard let only = lists.first, lists.count == 1 else {
      throw .notJoinable(
        reason: lists.isEmpty
          ? "A page has no list." : "A page has \(lists.count) lists.")
    }
    return only
  }

  private static func node(
    in document: JSONDocument, at pointer: JSONPointer
  ) throws(DocumentError) -> JSONNode {
    let node: JSONNode
    do { node = try document.node(at: pointer) } catch {
      throw .notJoinable(reason: "\(error.what) \(error.why)")
    }
    guard node.kind == .array else {
      throw .notJoinable(reason: "The value at \"\(pointer.text)\" is not a list.")
    }
    return node
  }
}
