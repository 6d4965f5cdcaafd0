package import ClientDocuments

/// What differs between the bodies of two exchanges.
package struct Comparison: Hashable, Sendable {
  package let rows: [BodyComparison.Row]
  package let differences: Int
  /// How many lines were too many.
  package let omitted: Int
  /// What is said where the bodies are not compared value by value.
  package let remark: String?

  /// - Parameters:
  ///   - left: The earlier body.
  ///   - right: The later one.
  init(
    of left: ByteSource, and right: ByteSource, ignoring: [IgnoredPath]
  ) throws(DocumentError) {
    let isSmall = max(left.count, right.count) <= BodyComparison.largest
    if isSmall {
      let old = try left.bytes(in: 0..<left.count)
      let new = try right.bytes(in: 0..<right.count)
      if !old.isEmpty, !new.isEmpty, JSONValidator.fault(in: old) == nil,
        JSONValidator.fault(in: new) == nil
      {
        let found = BodyComparison(old, new, ignoring: ignoring)
        (rows, differences, omitted) = (found.rows, found.differences, found.omitted)
        remark = nil
        return
      }
    }
    (rows, omitted) = ([], 0)
    let isSame = try Self.areSame(left, right)
    differences = isSame ? 0 : 1
    remark =
      isSame
      ? "The bodies are the same, byte for byte."
      : isSmall
        ? "The bodies differ. Only JSON is compared value by value."
        : "The bodies differ. Up to 16 MiB are compared value by value."
  }

  private static func areSame(
    _ left: ByteSource, _ right: ByteSource
  ) throws(DocumentError) -> Bool {
    guard left.count == right.count else { return false }
    let piece = 1 << 20
    for start in stride(from: 0, to: left.count, by: piece) {
      let range = start..<min(left.count, start + piece)
      guard try left.bytes(in: range) == right.bytes(in: range) else { return false }
    }
    return true
  }
}
