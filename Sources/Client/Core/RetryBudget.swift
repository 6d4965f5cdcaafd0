package import ClientModel

/// Limits the number of retries to a failing host.
///
/// The limit per minute is a tenth of the number of requests to the host. It is at least ten,
/// because single requests must be retried too.
package struct RetryBudget: Sendable {
  private struct Minute {
    var begin: Timestamp
    var requests = 0
    var retries = 0
  }

  private var minutes: [String: Minute] = [:]

  package init() {}

  /// Counts a request to a host.
  package mutating func countRequest(to host: String, at now: Timestamp) {
    current(host, now) { $0.requests += 1 }
  }

  /// Takes a retry from a host's budget.
  ///
  /// - Returns: False if no retry is left in this minute.
  package mutating func takeRetry(to host: String, at now: Timestamp) -> Bool {
    var isAllowed = false
    current(host, now) { minute in
      isAllowed = minute.retries < max(10, minute.requests / 10)
      if isAllowed { minute.retries += 1 }
    }
    return isAllowed
  }

  /// Returns the time at which a host with an exhausted budget gets new retries.
  package func renewal(of host: String, after now: Timestamp) -> Timestamp {
    (minutes[host]?.begin ?? now).advanced(by: .seconds(60))
  }

  private mutating func current(
    _ host: String, _ now: Timestamp, _ body: (inout Minute) -> Void
  ) {
    // Old hosts are removed, because the table must stay small.
    if minutes.count > 1000 {
      minutes = minutes.filter { now.since($0.value.begin) < .seconds(60) }
    }
    var minute = minutes[host] ?? Minute(begin: now)
    let age = now.since(minute.begin)
    if age >= .seconds(60) || age < .zero { minute = Minute(begin: now) }
    body(&minute)
    minutes[host] = minute
  }
}
