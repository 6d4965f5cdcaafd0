/// The permanent id of a job. Ids ascend and are never reused.
public struct JobID: Hashable, Comparable, Sendable {
  /// The number of the job. It ascends in the order of submission.
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

/// Identifies a deletion that can be undone. The deleting process chooses the id.
public struct DeletionID: Hashable, Sendable {
  /// The time after which a deletion can no longer be undone.
  package static let undoable = Duration.seconds(24 * 60 * 60)

  /// The number. It is unique within the deleting process.
  public let rawValue: Int64

  /// Creates an identifier.
  public init(_ rawValue: Int64) { self.rawValue = rawValue }
}
