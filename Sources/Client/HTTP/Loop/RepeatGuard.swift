/// Prevents libcurl from sending a request a second time by itself.
///
/// libcurl repeats a request of any method that died on a reused connection, up to five times (F1),
/// and a request that HTTP/2 refused. Each attempt on the wire must be a committed attempt, so the
/// second one is stopped before it connects or writes. The request that follows a challenge is not
/// a second attempt.
struct RepeatGuard {
  /// Whether the request was written and no byte of a response has arrived. Another write would
  /// send it twice.
  private var hasNoResponse = false
  private(set) var hasResponse = false
  /// Whether libcurl was prevented from sending a second time.
  private(set) var wasRepeatRefused = false

  /// Returns whether libcurl may connect, write or rewind the body.
  mutating func mayGoOn() -> Bool {
    if hasNoResponse { wasRepeatRefused = true }
    return !hasNoResponse
  }

  mutating func noteRequest() { hasNoResponse = true }

  mutating func noteResponse() {
    hasResponse = true
    hasNoResponse = false
  }
}
