import ClientCore
import Glibc
import Synchronization

/// Standard output. All bytes that a command prints are written here.
///
/// A failed write ends the process at once, because further output could not be printed either and
/// the store is always consistent. Earlier effects of the command, such as a stored response,
/// remain.
enum StandardOutput {
  static let isTerminal = isatty(STDOUT_FILENO) == 1

  /// The number of columns of the terminal. It is 80 if standard output is not a terminal.
  static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// The number of rows of the terminal. It is 24 if standard output is not a terminal.
  static var rows: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
    return Int(size.ws_row)
  }

  private static let isSilent = Atomic(false)

  /// Whether output is suppressed.
  static var isSilenced: Bool { isSilent.load(ordering: .relaxed) }

  /// Suppresses all further output (`--quiet`).
  static func silence() { isSilent.store(true, ordering: .relaxed) }

  static func write(_ bytes: [UInt8]) {
    guard !isSilenced else { return }
    let code = ProgressWriter.withoutRow {
      DescriptorWriting.fault(writing: bytes, to: STDOUT_FILENO)
    }
    if let code { end(after: code) }
  }

  /// Starts a thread that ends the process when the reader of standard output closes it.
  ///
  /// The reader may be a pipe, socket or terminal. The process ends even while nothing is printed.
  static func endWithItsReader() {
    // Without a thread, the next printed line detects the closed reader.
    _ = OwnThread.start {
      var entry = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while true {
        let count = poll(&entry, 1, -1)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        // A closed descriptor cannot be watched. The next printed line fails instead.
        guard count > 0, entry.revents & Int16(POLLERR | POLLHUP) != 0 else { return }
        _exit(ExitStatus.readerGone.rawValue)
      }
    }
  }

  /// Opens /dev/null for closed descriptors from 0 to 2.
  ///
  /// Otherwise, files of Weir would use these numbers. Standard output then refuses writes like a
  /// closed descriptor.
  static func reserveStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  private static func end(after code: Int32) -> Never {
    // The reader has closed the pipe, as in `weir history | head -1`.
    if code == EPIPE { _exit(ExitStatus.readerGone.rawValue) }
    Console.complain(
      """
      The output was not written completely. \(FileAccessError(code: code).why)
      The other effects of the command remain. Check the file or disk that receives the output.
      """)
    _exit(ExitStatus.output.rawValue)
  }
}
