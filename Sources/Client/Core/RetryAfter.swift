package import ClientModel

/// The wait that a server requests.
///
/// - Source: RFC 9110, section 10.2.3.
package enum RetryAfter {
  /// The maximum hold of a lane. If the server requests a longer time, only the job waits.
  package static let laneCap = Duration.seconds(3600)

  /// Returns the wait that a response requests. It is at least one second.
  ///
  /// Returns nil if the field is missing, invalid or a date in the past. A date is compared with
  /// the response's own `Date`, because the clocks of server and client may differ.
  package static func wait(in head: ResponseHead, at now: Timestamp) -> Duration? {
    guard let text = head.fields.first("Retry-After") else { return nil }
    let stated = text.drop(whileByte: { $0 == 0x20 || $0 == 0x09 })
    if let first = stated.utf8.first, first >= 48 && first <= 57,
      stated.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 })
    {
      // A number that is too large is replaced by ten years.
      return max(.seconds(1), .seconds(min(Int64(stated) ?? .max, 315_360_000)))
    }
    guard let date = HTTPDate.parse(text, at: now) else { return nil }
    let server = head.fields.first("Date").flatMap { HTTPDate.parse($0, at: now) } ?? now
    let wait = date.since(server)
    return wait < .zero ? nil : max(.seconds(1), wait)
  }

  /// Returns the end of the lane hold that a response requests. Returns nil unless the status is
  /// 429 or 503 and the wait is at most `laneCap`.
  static func laneHold(_ status: Int, _ wait: Duration?, at now: Timestamp) -> Timestamp? {
    guard status == 429 || status == 503, let wait, wait <= laneCap else { return nil }
    return now.advanced(by: wait)
  }
}

extension Failure {
  /// Creates the notice that a server holds a lane.
  static func held(_ lane: Lane, until time: Timestamp, at now: Timestamp) -> Failure {
    Failure(
      .refused,
      what:
        "Lane \(lane.key.name) does not start jobs for \(time.since(now).components.seconds) s.",
      why: "Its server requested this (Retry-After).",
      whatToDo: "Wait, or lift the hold of the lane.")
  }
}
