/// Runs the jq programs of assertions. The program that embeds the client supplies the
/// implementation, which uses separate processes.
public struct JQRun: Sendable {
  /// The output of a program, or the reason why there is none.
  public enum Output: Hashable, Sendable {
    /// The results, one per line. The complaint is jq's first error message about a value, or nil
    /// for none.
    case printed([UInt8], complaint: String?)
    /// There are no results. The text gives the reason in one sentence.
    case refused(String)
  }

  /// The function that runs one program on JSON texts. If the task is cancelled, the program must
  /// be stopped.
  public let run: @Sendable (_ program: String, _ input: [UInt8]) async -> Output

  /// Creates a runner from a closure.
  ///
  /// - Parameter run: Runs a jq program on a JSON text.
  public init(_ run: @escaping @Sendable (_ program: String, _ input: [UInt8]) async -> Output) {
    self.run = run
  }

  /// A runner that has no jq. It can only check assertions that are simple paths.
  public static let none = JQRun { _, _ in
    .refused("Only plain paths compared with a value work here")
  }
}
