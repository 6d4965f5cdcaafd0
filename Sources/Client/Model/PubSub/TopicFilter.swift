/// A pattern for the topics of a subscription. `+` matches one level, and `#` at the end matches
/// all remaining levels.
///
/// - Source: MQTT 3.1.1, section 4.7.
public struct TopicFilter: Hashable, Sendable, CustomStringConvertible {
  /// The reason why a string is not a valid topic or filter, and how to correct it.
  public struct Problem: Error, Hashable, Sendable {
    /// The reason, as a sentence.
    public let why: String
    /// The way to correct the string, as a sentence.
    public let whatToDo: String
  }

  /// The maximum length of a topic in bytes. Source: MQTT 3.1.1, section 1.5.3.
  static let longest = 65_535

  /// The filter as the broker receives it.
  public let text: String

  /// Creates a filter.
  ///
  /// - Throws: The reason why the text is not a filter.
  public init(_ text: String) throws(Problem) {
    try Self.check(text)
    let levels = text.pieces(at: "/")
    for (index, level) in levels.enumerated() where level.contains(anyByte: "+#") {
      guard level.utf8.count == 1 else {
        throw Problem(
          why: "A wildcard shares its level with other characters.",
          whatToDo: "Write `+` or `#` as a complete level, such as `sensors/+/state`.")
      }
      guard level == "+" || index == levels.count - 1 else {
        throw Problem(
          why: "# is not the last level.", whatToDo: "Write # as the last level, such as sensors/#."
        )
      }
    }
    self.text = text
  }

  public var description: String { text }

  /// Returns whether the filter matches a topic. A wildcard in the first level never matches a
  /// topic that begins with `$`.
  public func fits(_ topic: String) -> Bool {
    if topic.begins(with: "$"), text.begins(with: "+") || text.begins(with: "#") { return false }
    let wanted = text.pieces(at: "/")
    let levels = topic.pieces(at: "/")
    for (index, level) in wanted.enumerated() {
      // `#` also matches the parent level.
      if level == "#" { return levels.count >= index }
      guard index < levels.count, level == "+" || level == levels[index] else { return false }
    }
    return wanted.count == levels.count
  }

  /// Checks whether messages can be published to a topic.
  ///
  /// - Throws: The reason why the topic is invalid.
  public static func checkTopic(_ text: String) throws(Problem) {
    try check(text)
    if text.contains(anyByte: "+#") {
      throw Problem(
        why: "It contains a wildcard, `+` or `#`.",
        whatToDo: "Write one topic. Wildcards are only for subscriptions.")
    }
  }

  private static func check(_ text: String) throws(Problem) {
    if text.isEmpty {
      throw Problem(why: "It is empty.", whatToDo: "Write a topic, such as sensors/kitchen.")
    }
    if text.utf8.count > longest {
      throw Problem(
        why: "It has \(text.utf8.count) bytes; a broker accepts at most \(longest).",
        whatToDo: "Use a shorter topic.")
    }
    if text.utf8.contains(0) {
      throw Problem(why: "It contains the character U+0000.", whatToDo: "Remove it.")
    }
  }
}
