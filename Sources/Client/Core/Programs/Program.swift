public import ClientModel

/// A program to run as a separate process. It is started directly, never through a shell.
public struct Program: Hashable, Sendable {
  /// The program, as a path or a name in `PATH`, and its arguments.
  public var arguments: [String]
  /// The bytes for standard input.
  public var input: [UInt8]
  /// The maximum run time, after which the program is killed.
  public var deadline: Duration
  /// The maximum size of the output. Beyond it, the program is killed.
  public var outputLimit: ByteCount
  /// The environment variables of the program.
  public var environment: Environment
  /// The use of the program's output.
  public var printing: Printing

  /// The use of a program's output.
  public enum Printing: Hashable, Sendable {
    /// The output is read to its end, even if another process keeps it open.
    case captured
    /// The output is discarded. Processes that the program starts in the background may continue.
    case dropped
  }

  /// The environment variables of a program.
  public enum Environment: Hashable, Sendable {
    /// The program gets the variables of this process.
    case inherited
    /// The program gets no variables.
    case empty
  }

  /// Creates a program. The defaults are 30 s, 64 MiB of output and the environment of this
  /// process.
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

/// The result of a program that was not killed by Weir.
public struct ProgramOutput: Hashable, Sendable {
  /// The end of the program.
  public enum End: Hashable, Sendable {
    /// The program exited with this status.
    case exited(Int32)
    /// This signal ended the program.
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
  /// The first 64 KiB of the standard error output.
  public var complaint: String

  /// The last line of `complaint` that is not blank, or nil if there is no such line. Most programs
  /// print the reason for their end in this line.
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

/// A runner of programs. Tests supply an implementation that starts no program.
public protocol ProgramRunner: Sendable {
  /// Runs a program and returns its output.
  ///
  /// - Throws: The reason why there is no output: the program could not be started, took too long
  ///   or printed too much, or the task was cancelled. In each case, all processes in the program's
  ///   group are killed.
  func run(_ program: Program) async throws(Failure) -> ProgramOutput
}
