import ClientDocuments

/// A change to one value in JSON text. All other bytes stay the same.
package enum JSONEdit {
  /// Replaces the value at a JSON Pointer. Adds a missing member to the outermost object.
  ///
  /// - Parameter json: The new value as JSON.
  /// - Returns: The new text. Nil if the text is not JSON or does not have the position.
  package static func setting(_ json: String, at pointer: String, in text: String) -> String? {
    let bytes = Array(text.utf8)
    guard JSONValidator.fault(in: bytes) == nil else { return nil }
    do throws(DocumentError) {
      let document = try JSONDocument(indexing: ByteSource(bytes))
      let range: Range<Int>
      do throws(DocumentError) {
        range = try document.range(of: try document.node(at: try JSONPointer(pointer)))
      } catch {
        return try adding(json, at: pointer, to: document, bytes)
      }
      return String(
        decoding: bytes[..<range.lowerBound] + json.utf8 + bytes[range.upperBound...],
        as: UTF8.self)
    } catch {
      return nil
    }
  }

  private static func adding(
    _ json: String, at pointer: String, to document: JSONDocument, _ bytes: [UInt8]
  ) throws(DocumentError) -> String? {
    let steps = pointer.pieces(at: "/")
    guard steps.count == 2, steps[0].isEmpty, let root = try document.root(), root.kind == .object
    else { return nil }
    let key = String(steps[1]).replacing(bytes: "~1", with: "/").replacing(bytes: "~0", with: "~")
    let start = try document.range(of: root).lowerBound + 1
    let comma = try document.childCount(of: root).known > 0 ? ", " : ""
    let member = "\"\(JSONText.escaped(key))\": \(json)\(comma)"
    return String(decoding: bytes[..<start] + member.utf8 + bytes[start...], as: UTF8.self)
  }
}
