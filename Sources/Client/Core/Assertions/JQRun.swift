/// A runner of jq programs for assertions, in separate processes. The program that uses the client
/// supplies the implementation.
public struct JQRun: Sendable {
  /// The output of a program, or the reason why there is none.
  public enum Output: Hashable, Sendable {
    /// The results, one per line, and jq's first error message about a value, or nil for none.
    case printed([UInt8], complaint: String?)
    /// No results, with the reason in one sentence.
    case refused(String)
  }

  /// The function that runs one program on JSON texts. Cancelling the task stops the program.
  public let run: @Sendable (_ program: String, _ input: [UInt8]) async -> Output

  /// Creates a runner from a closure.
  ///
  /// - Parameter run: Runs a jq program on a JSON text.
  public init(_ run: @escaping @Sendable (_ program: String, _ input: [UInt8]) async -> Output) {
    self.run = run
  }

  /// A runner without jq. With it, only assertions with plain paths can be checked.
  public static let none = JQRun { _, _ in
    .refused("Only plain paths compared with a value work here")
  }
}
