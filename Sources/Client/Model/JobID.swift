/// The permanent id of a job. Ids ascend, and none is reused.
public struct JobID: Hashable, Comparable, Sendable {
  /// The number. It ascends in the order of submission, and is never reused.
  public let rawValue: Int64

  /// Creates an id from a number that a store assigned.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  public static func < (left: JobID, right: JobID) -> Bool { left.rawValue < right.rawValue }
}

extension JobID: LosslessStringConvertible {
  public init?(_ text: String) {
    guard let number = Int64(text), number > 0 else { return nil }
    self.init(number)
  }

  public var description: String { String(rawValue) }
}

/// The identifier of a deletion that can be undone. The process that deletes chooses it.
public struct DeletionID: Hashable, Sendable {
  /// The number, which is unique among the deletions of one process.
  public let rawValue: Int64

  /// Creates an identifier.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }
}
