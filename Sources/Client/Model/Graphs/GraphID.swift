/// The id of a submitted graph. Ids ascend and are never reused.
public struct GraphID: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }
  /// Creates an id from a number that a store assigned.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// Parses the notation `g17`, which distinguishes graphs from jobs. Returns nil for any other
  /// text.
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
