import ClientDocuments
import ReadingValues

extension Comparison {
  /// Compares two bodies.
  ///
  /// - Parameters:
  ///   - left: The earlier body.
  ///   - right: The later body.
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
        self.init(
          rows: found.rows, differences: found.differences, omitted: found.omitted, remark: nil)
        return
      }
    }
    let isSame = try Self.areSame(left, right)
    let remark =
      isSame
      ? "The bodies are the same, byte for byte."
      : isSmall
        ? "The bodies differ. Only JSON is compared value by value."
        : "The bodies differ. Up to 16 MiB are compared value by value."
    self.init(rows: [], differences: isSame ? 0 : 1, omitted: 0, remark: remark)
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
