public import ClientModel

/// A program that runs as a separate process. It is started directly, without a shell.
public struct Program: Hashable, Sendable {
  /// The program and its arguments. The program is a path or a name in `PATH`.
  public var arguments: [String]
  /// The bytes for standard input.
  public var input: [UInt8]
  /// The maximum run time. The program is killed when it is exceeded.
  public var deadline: Duration
  /// The maximum size of the output. The program is killed when it is exceeded.
  public var outputLimit: ByteCount
  /// The environment variables of the program.
  public var environment: Environment
  /// The handling of the program's output.
  public var printing: Printing

  /// The handling of a program's output.
  public enum Printing: Hashable, Sendable {
    /// The output is read until it ends. Another process may keep the output open after the program
    /// has ended.
    case captured
    /// The output is discarded. Processes that the program started in the background may continue.
    case dropped
  }

  /// The environment variables of a program.
  public enum Environment: Hashable, Sendable {
    /// The program gets the variables of this process.
    case inherited
    /// The program gets no variables.
    case empty
  }

  /// Creates a program. By default, it may run for 30 s and print 64 MiB, and it inherits the
  /// environment.
  public init(
    _ arguments: [String], input: [UInt8] = [], deadline: Duration = .seconds(30),
    outputLimit: ByteCount = .mebibytes(64), environment: Environment = .inherited,
    printing: Printing = .captured
  ) {
    self.environment = environment
    self.printing = printing
    self.arguments = arguments
    self.input = input
    self.deadline = deadline
    self.outputLimit = outputLimit
  }
}

/// The result of a program that Weir did not kill.
public struct ProgramOutput: Hashable, Sendable {
  /// The end of the program.
  public enum End: Hashable, Sendable {
    /// The program exited with this status.
    case exited(Int32)
    /// The program was ended by this signal.
    case signalled(Int32)

    /// A text such as `status 1` or `signal 9`.
    public var text: String {
      switch self {
      case .exited(let status): "status \(status)"
      case .signalled(let signal): "signal \(signal)"
      }
    }
  }

  /// The end of the program.
  public var end: End
  /// The bytes of the standard output.
  public var output: [UInt8]
  /// The first 64 KiB of standard error.
  public var complaint: String

  /// The last nonblank line of `complaint`. Most programs print the reason for their failure there.
  var lastWords: String? {
    complaint.words(at: "\n").last { !$0.trimmed(of: " \t\r").isEmpty }
      .map { String($0.trimmed(of: " \t\r").prefix(300)) }
  }

  /// Creates the result of a program.
  public init(end: End, output: [UInt8], complaint: String = "") {
    self.end = end
    self.output = output
    self.complaint = complaint
  }
}

/// Runs programs. Tests can supply an implementation that does not start processes.
public protocol ProgramRunner: Sendable {
  /// Runs a program and returns its output.
  ///
  /// - Throws: The reason why there is no output. The program may fail to start, exceed a limit or
  ///   be cancelled. All processes in its group are then killed.
  func run(_ program: Program) async throws(Failure) -> ProgramOutput
}
