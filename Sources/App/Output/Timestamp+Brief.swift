import ClientModel

extension Timestamp {
  /// Returns the local time, shortened for a reader at `now`.
  ///
  /// The text is `14:05:06` on the same day, `11-21 14:05` in the same year, and `2025-11-21`
  /// otherwise.
  func brief(at now: Timestamp) -> String {
    let text = text
    let present = now.text
    if text.prefix(10) == present.prefix(10) { return String(text.dropFirst(11)) }
    if text.prefix(4) == present.prefix(4) { return String(text.dropFirst(5).dropLast(3)) }
    return String(text.prefix(10))
  }
}
