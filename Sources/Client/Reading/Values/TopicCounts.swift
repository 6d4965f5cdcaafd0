package import ClientModel

/// The topics of a subscription, with the number of messages and the rate of each.
package struct TopicCounts: Hashable, Sendable {
  package struct Topic: Hashable, Sendable {
    /// The topic's name. Untrusted: not safe to draw.
    package let name: String
    package fileprivate(set) var messages = 0
    /// The start of the newest payload, as written in the message's line.
    package fileprivate(set) var payload = ""
    fileprivate var pace = MessageRate()
  }

  /// The number of messages in each of the last ten seconds.
  fileprivate struct MessageRate: Hashable, Sendable {
    static let seconds: Int64 = 10
    private var counts = [Int](repeating: 0, count: Int(seconds))
    /// The second in which the newest message arrived.
    private var newest = Int64.min

    mutating func count(_ second: Int64) {
      if newest == .min { newest = second }
      while newest < second {
        // At most ten counts are cleared, because there are only ten.
        newest = max(newest, second - Self.seconds) + 1
        counts[place(newest)] = 0
      }
      // If the clock was set back, the message is counted in the newest second.
      counts[place(max(second, newest))] += 1
    }

    /// Returns the number of messages in the ten seconds up to this second.
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

  /// The maximum number of topics that are counted separately. Messages of further topics are
  /// counted together.
  package static let most = 1000

  /// The separately counted topics, in the order of their first messages.
  package private(set) var topics: [Topic] = []
  /// The number of messages of topics that are not counted separately.
  package private(set) var others = 0
  private var pace = MessageRate()
  private var first: Timestamp?
  private var newest: Timestamp?
  /// Whether all received lines are counted.
  package var isComplete = true
  private var places: [String: Int] = [:]

  package init() {}

  package var messages: Int { topics.reduce(others) { $0 + $1.messages } }

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

  /// Returns a topic's messages per second in the last ten seconds.
  ///
  /// - Parameter now: The current time, or nil after the end of the subscription. Nil returns the
  ///   average rate over the complete subscription.
  package func rate(of topic: Topic, at now: Timestamp?) -> Double {
    rate(topic.messages, topic.pace, now)
  }

  package func rate(at now: Timestamp?) -> Double { rate(messages, pace, now) }

  private func rate(_ count: Int, _ pace: MessageRate, _ now: Timestamp?) -> Double {
    guard let first, let newest else { return 0 }
    // This minimum avoids a very high rate in the first second of a subscription.
    func age(_ end: Timestamp) -> Double {
      max(1, Double(end.milliseconds - first.milliseconds) / 1000)
    }
    guard let now else { return Double(count) / age(newest) }
    let sum = pace.sum(until: now.milliseconds / 1000)
    return Double(sum) / min(Double(MessageRate.seconds), age(now))
  }
}
