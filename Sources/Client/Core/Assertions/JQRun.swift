/// Runs jq programs for assertions, in a process of their own; what that is, the program that uses
/// the client says.
public struct JQRun: Sendable {
  public enum Answer: Hashable, Sendable {
    /// A result a line, and the first complaint about a value.
    case printed([UInt8], complaint: String?)
    /// There are none; why, in one sentence.
    case refused(String)
  }

  /// One program on JSON texts; ends with the task.
  public let run: @Sendable (_ program: String, _ input: [UInt8]) async -> Answer

  public init(_ run: @escaping @Sendable (_ program: String, _ input: [UInt8]) async -> Answer) {
    self.run = run
  }

  /// Where there is no jq, only plain paths are checked.
  public static let none = JQRun { _, _ in
    .refused("Only plain paths compared with a value work here")
  }
}
