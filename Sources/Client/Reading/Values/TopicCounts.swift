package import ClientModel

/// The topics of a subscription's messages, with the number and rate of messages in each.
package struct TopicCounts: Hashable, Sendable {
  package struct Topic: Hashable, Sendable {
    /// The topic's name. Untrusted: not safe to draw.
    package let name: String
    package fileprivate(set) var messages = 0
    /// The newest payload as written in the message's line, cut to a length that fits in a row.
    package fileprivate(set) var payload = ""
    fileprivate var pace = MessageRate()
  }

  /// The number of messages in each of the last ten seconds.
  fileprivate struct MessageRate: Hashable, Sendable {
    static let seconds: Int64 = 10
    private var counts = [Int](repeating: 0, count: Int(seconds))
    /// The second of the newest message.
    private var newest = Int64.min

    mutating func count(_ second: Int64) {
      if newest == .min { newest = second }
      while newest < second {
        // At most ten seconds are cleared. After a silence of ten seconds or more, these are all
        // counts.
        newest = max(newest, second - Self.seconds) + 1
        counts[place(newest)] = 0
      }
      // If the clock was set back, a message with an earlier time counts for the newest second.
      counts[place(max(second, newest))] += 1
    }

    /// Returns the number of messages in the ten seconds that end with this second.
    func sum(until second: Int64) -> Int {
      guard newest != .min else { return 0 }
      let first = second - Self.seconds + 1
      guard first <= newest else { return 0 }
      return (max(first, newest - Self.seconds + 1)...newest).reduce(0) { $0 + counts[place($1)] }
    }

    private func place(_ second: Int64) -> Int {
      let rest = second % Self.seconds
      return Int(rest < 0 ? rest + Self.seconds : rest)
    }
  }

  /// The maximum number of topics that are counted separately. The messages of all further topics
  /// are counted together.
  package static let most = 1000

  /// The topics that are counted separately, in the order of their first messages.
  package private(set) var topics: [Topic] = []
  /// The number of messages of all further topics.
  package private(set) var others = 0
  private var pace = MessageRate()
  private var first: Timestamp?
  private var newest: Timestamp?
  /// Whether all received lines are counted.
  package var isComplete = true
  private var places: [String: Int] = [:]

  package init() {}

  /// The number of messages of all topics.
  package var messages: Int { topics.reduce(others) { $0 + $1.messages } }

  /// Counts a message.
  package mutating func count(_ topic: String, at time: Timestamp, payload: String) {
    if first == nil { first = time }
    newest = max(newest ?? time, time)
    let second = time.milliseconds / 1000
    pace.count(second)
    guard let place = places[topic] ?? add(topic) else {
      others += 1
      return
    }
    topics[place].messages += 1
    topics[place].payload = payload
    topics[place].pace.count(second)
  }

  private mutating func add(_ topic: String) -> Int? {
    guard topics.count < Self.most else { return nil }
    topics.append(Topic(name: topic))
    places[topic] = topics.count - 1
    return topics.count - 1
  }

  // MARK: Rates

  /// Returns the messages per second of a topic in the last ten seconds.
  ///
  /// - Parameter now: The current time, or nil for a subscription that has ended. The rate is then
  ///   the average over its complete time.
  package func rate(of topic: Topic, at now: Timestamp?) -> Double {
    rate(topic.messages, topic.pace, now)
  }

  /// Returns the messages per second of all topics.
  package func rate(at now: Timestamp?) -> Double { rate(messages, pace, now) }

  private func rate(_ count: Int, _ pace: MessageRate, _ now: Timestamp?) -> Double {
    guard let first, let newest else { return 0 }
    // Without this minimum, the rate would be very high in the first second of a subscription.
    func age(_ end: Timestamp) -> Double {
      max(1, Double(end.milliseconds - first.milliseconds) / 1000)
    }
    guard let now else { return Double(count) / age(newest) }
    let sum = pace.sum(until: now.milliseconds / 1000)
    return Double(sum) / min(Double(MessageRate.seconds), age(now))
  }
}
