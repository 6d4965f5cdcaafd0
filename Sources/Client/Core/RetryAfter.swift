package import ClientModel

/// How long a server asks us to stay away.
///
/// - Source: RFC 9110, section 10.2.3; reliability.md, section 5.1.
package enum RetryAfter {
  /// Past this only the job waits, not its lane.
  package static let laneCap = Duration.seconds(3600)

  /// The wait that a response asks for: at least a second, never shorter than stated. Nil without the
  /// field, and for one that is not a number, no date, or lies in the past.
  ///
  /// A date is read against the response's own `Date`, as the two clocks may differ.
  package static func wait(in head: ResponseHead, at now: Timestamp) -> Duration? {
    guard let text = head.fields.first("Retry-After") else { return nil }
    let stated = text.drop(whileByte: { $0 == 0x20 || $0 == 0x09 })
    if let first = stated.utf8.first, first >= 48 && first <= 57,
      stated.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 })
    {
      // What does not fit is as good as ten years.
      return max(.seconds(1), .seconds(min(Int64(stated) ?? .max, 315_360_000)))
    }
    guard let date = HTTPDate.parse(text, at: now) else { return nil }
    let server = head.fields.first("Date").flatMap { HTTPDate.parse($0, at: now) } ?? now
    let wait = date.since(server)
    return wait < .zero ? nil : max(.seconds(1), wait)
  }

  /// The end of the hold of the lane that a response asks for; nil if it asks for none, or for a wait
  /// beyond `laneCap`.
  static func laneHold(in head: ResponseHead, at now: Timestamp) -> Timestamp? {
    guard head.status == 429 || head.status == 503, let wait = wait(in: head, at: now),
      wait <= laneCap
    else { return nil }
    return now.advanced(by: wait)
  }
}

extension Failure {
  /// The notice that a server holds a lane.
  static func held(_ lane: Lane, until time: Timestamp, at now: Timestamp) -> Failure {
    Failure(
      .refused,
      what: "The lane \(lane.key.name) starts nothing for \(time.since(now).components.seconds) s.",
      why: "Its server asked for that (Retry-After).",
      whatToDo: "Wait, or lift the hold of the lane.")
  }
}
