/// Names a graph that was submitted: unique, ascending, never used again.
public struct GraphID: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }
  /// Creates an id from a number that a store assigned.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// Reads `g17`, the way a person writes it beside the numbers of jobs; nil for anything else.
  public init?(_ text: some StringProtocol) {
    guard text.begins(with: "g"), let number = Int64(Substring(text).dropping(bytes: 1)), number > 0
    else { return nil }
    rawValue = number
  }
}

extension GraphID: Comparable {
  public static func < (left: GraphID, right: GraphID) -> Bool { left.rawValue < right.rawValue }
}

extension GraphID: CustomStringConvertible {
  public var description: String { "g\(rawValue)" }
}
