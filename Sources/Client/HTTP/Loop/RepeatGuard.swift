/// Prevents libcurl from sending a request a second time by itself.
///
/// libcurl repeats by itself what died on a reused connection, up to five times and whatever the
/// method (F1), and what HTTP/2 refused. Each attempt is to be an attempt that was committed, so the
/// second is stopped before its connection or its first byte. What follows a challenge is not a second
/// attempt.
struct RepeatGuard {
  /// The request stands on the wire and not a byte has answered it: another write would send it twice.
  private var hasNoResponse = false
  private(set) var hasResponse = false
  /// libcurl was prevented from sending a second time.
  private(set) var wasRepeatRefused = false

  /// Whether libcurl may connect, write or go back in the body.
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
