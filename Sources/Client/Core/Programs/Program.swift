public import ClientModel

/// A program to run beside Weir: started directly, never through a shell.
public struct Program: Hashable, Sendable {
  /// The program, by path or by name as `PATH` finds it, and its arguments.
  public var arguments: [String]
  /// What it reads from standard input.
  public var input: [UInt8]
  /// It is ended when it takes longer.
  public var deadline: Duration
  /// It is ended when it prints more.
  public var outputLimit: ByteCount
  /// Which environment variables the program receives.
  public var environment: Environment
  /// Whether its standard output is read.
  public var printing: Printing

  /// What happens to the output of a program.
  public enum Printing: Hashable, Sendable {
    /// It is read to its end, also when another process holds it open.
    case captured
    /// It is discarded. Processes that the program starts in the background may continue.
    case dropped
  }

  /// What it sees of the environment of Weir's process.
  public enum Environment: Hashable, Sendable {
    /// The variables of this process.
    case inherited
    /// No variables.
    case empty
  }

  /// Creates a program; the defaults are 30 s, 64 MiB of output and the environment of this
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

/// What a program that ended by itself left.
public struct ProgramOutput: Hashable, Sendable {
  /// How the program ended.
  public enum End: Hashable, Sendable {
    /// It exited with this status.
    case exited(Int32)
    /// This signal ended it.
    case signalled(Int32)

    /// `status 1`, or `signal 9`.
    public var words: String {
      switch self {
      case .exited(let status): "status \(status)"
      case .signalled(let signal): "signal \(signal)"
      }
    }
  }

  /// How the program ended.
  public var end: End
  /// The bytes of its standard output.
  public var output: [UInt8]
  /// The first 64 KiB of what it said on standard error.
  public var complaint: String

  /// The last line of the complaint that is not blank, where programs name the error that ended them; nil
  /// for none.
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

/// Runs programs; a seam, so that tests need none.
public protocol ProgramRunner: Sendable {
  /// - Throws: Why there is no output: it could not be started, took too long, printed too much, or
  ///   the task was cancelled. Whatever the program started in its group is ended with it.
  func run(_ program: Program) async throws(Failure) -> ProgramOutput
}
