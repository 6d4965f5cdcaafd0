import ClientModel
import Glibc

/// Transfers the input and the outputs of a program. The limits of the program apply.
struct ProgramTraffic {
  private let program: Program
  private var input: Int32
  private var output: Int32
  private var complaint: Int32
  private let stop: Int32
  private let end: ContinuousClock.Instant
  private var sent = 0
  private(set) var printed: [UInt8] = []
  private(set) var complained: [UInt8] = []

  init(_ program: Program, input: Int32, output: Int32, complaint: Int32, stop: Int32) {
    self.program = program
    self.input = input
    self.output = output
    self.complaint = complaint
    self.stop = stop
    end = ContinuousClock.now.advanced(by: program.deadline)
    if program.input.isEmpty { Self.shut(&self.input) }
  }

  /// Transfers data until both outputs have ended. If the outputs are discarded, all input must
  /// also have been read.
  ///
  /// - Returns: The reason to kill the program if a limit was exceeded, or nil.
  mutating func run() -> Failure? {
    while output >= 0 || complaint >= 0 || (program.printing == .dropped && input >= 0) {
      var polled = [
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: complaint, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { return failure("It took longer than \(program.deadline).") }
      let seconds = min(left.components.seconds, 3600)
      let wait = Int32(seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1)
      if poll(&polled, nfds_t(polled.count), wait) < 0, errno != EINTR {
        return failure(String(cString: strerror(errno)))
      }
      if polled[3].revents != 0 { return failure("It was cancelled.") }
      if polled[0].revents != 0 { feed() }
      if polled[1].revents != 0 { Self.read(&output, into: &printed) }
      if polled[2].revents != 0 { Self.read(&complaint, into: &complained) }
      if ByteCount(printed.count) > program.outputLimit {
        return failure("It printed more than \(program.outputLimit).")
      }
      if complained.count > ProgramRun.complaintLimit {
        complained.removeLast(complained.count - ProgramRun.complaintLimit)
      }
    }
    return nil
  }

  mutating func close() {
    Self.shut(&input)
    Self.shut(&output)
    Self.shut(&complaint)
  }

  private mutating func feed() {
    let count = program.input.withUnsafeBytes { bytes in
      write(input, bytes.baseAddress.map { $0 + sent }, min(bytes.count - sent, 1 << 16))
    }
    if count > 0 {
      sent += count
      if sent == program.input.count { Self.shut(&input) }
    } else if errno != EAGAIN, errno != EINTR {
      // The program closed its input before reading all of it.
      Self.shut(&input)
      sent = program.input.count
    }
  }

  /// Waits for the end of a program whose outputs are discarded. The process is not reaped.
  ///
  /// - Returns: The reason to kill the program, or nil if it has ended.
  func waitForEnd(of child: pid_t) -> Failure? {
    while true {
      var facts = siginfo_t()
      let problem = waitid(P_PID, id_t(child), &facts, WEXITED | WNOHANG | WNOWAIT)
      if facts.si_signo != 0 || (problem != 0 && errno != EINTR) { return nil }
      guard ContinuousClock.now < end else {
        return failure("It took longer than \(program.deadline).")
      }
      // The process is polled, because not every kernel has a descriptor for the end of a child
      // process.
      var word = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
      if poll(&word, 1, 10) > 0 { return failure("It was cancelled.") }
    }
  }

  private static func read(_ end: inout Int32, into bytes: inout [UInt8]) {
    let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      let count = Glibc.read(end, buffer.baseAddress, buffer.count)
      if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
      return count
    }
    if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { shut(&end) }
  }

  private static func shut(_ end: inout Int32) {
    guard end >= 0 else { return }
    Glibc.close(end)
    end = -1
  }

  private func failure(_ why: String) -> Failure {
    Failure(
      .program, what: "The program `\(program.arguments.first ?? "")` was stopped.", why: why,
      whatToDo: "Run it yourself to see what it does, then try again.")
  }
}
