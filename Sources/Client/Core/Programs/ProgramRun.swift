import ClientModel
import Glibc
import Synchronization

/// A running program and its pipes. One of the pipes is used to stop the program.
///
/// `wait` must be called exactly once, and only its thread uses the pipes. `cancel` may be called
/// from any thread. It only writes to a pipe, so no lock is needed.
final class ProgramRun: Sendable {
  static let complaintLimit = 64 << 10

  private let program: Program
  private let child: pid_t
  private let input: Int32
  private let output: Int32
  private let complaint: Int32
  /// The descriptor that becomes readable when the program must be stopped.
  private let stopped: Int32
  private let stop: Int32

  /// The lock that is held from the creation of the pipes until the program has started. Otherwise,
  /// a second program that starts at the same time would inherit the pipes and keep them open.
  private static let starting = Mutex(())

  /// Starts the program in its own process group. Signals have their default handling.
  init(_ program: Program) throws(Failure) {
    self.program = program
    let started = Self.starting.withLock { _ in Self.start(program) }
    switch started {
    case .success(let parts):
      child = parts.process
      input = parts.pipes[1]
      output = parts.pipes[2]
      complaint = parts.pipes[4]
      stopped = parts.pipes[6]
      stop = parts.pipes[7]
    case .failure(let problem):
      throw Self.notStarted(program.arguments.first ?? "", problem.code)
    }
    for end in [input, output, complaint] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  func cancel() {
    var word: UInt8 = 1
    _ = write(stop, &word, 1)
  }

  /// Writes the input and reads the outputs until the program has ended.
  func wait() -> Result<ProgramOutput, Failure> {
    // If the program does not read its input, the write must not end Weir by a signal.
    var broken = sigset_t()
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &broken, nil)
    var traffic = ProgramTraffic(
      program, input: input, output: output, complaint: complaint, stop: stopped)
    var problem = traffic.run()
    if problem == nil, program.printing == .dropped { problem = traffic.waitForEnd(of: child) }
    if problem != nil { killpg(child, SIGKILL) }
    traffic.close()
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    close(stop)
    close(stopped)
    if let problem { return .failure(problem) }
    let signal = status & 0x7F
    return .success(
      ProgramOutput(
        end: signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal),
        output: traffic.printed, complaint: String(decoding: traffic.complained, as: UTF8.self)))
  }

  private struct Problem: Error { let code: Int32 }

  /// Creates the pipes for input, output, standard error and stopping. The ends for reading have
  /// even indices.
  private static func pipes() -> Result<[Int32], Problem> {
    var pipes: [Int32] = []
    for _ in 0..<4 {
      var pair: [Int32] = [-1, -1]
      guard pipe(&pair) == 0 else {
        let problem = errno
        for end in pipes { close(end) }
        return .failure(Problem(code: problem))
      }
      for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      pipes += pair
    }
    return .success(pipes)
  }

  private static func start(
    _ program: Program
  ) -> Result<(process: pid_t, pipes: [Int32]), Problem> {
    guard !program.arguments.isEmpty else { return .failure(Problem(code: ENOENT)) }
    return pipes().flatMap { pipes in
      var process: pid_t = 0
      let problem = spawn(program, pipes, &process)
      for end in problem == 0 ? [pipes[0], pipes[3], pipes[5]] : pipes { close(end) }
      return problem == 0 ? .success((process, pipes)) : .failure(Problem(code: problem))
    }
  }

  /// Starts the process.
  ///
  /// - Returns: 0, or the error number.
  private static func spawn(
    _ program: Program, _ pipes: [Int32], _ process: inout pid_t
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[0], 0)
    for (end, number) in [(pipes[3], Int32(1)), (pipes[5], 2)] {
      switch program.printing {
      case .captured: posix_spawn_file_actions_adddup2(&actions, end, number)
      case .dropped:
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    sigaddset(&signals, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words: [UnsafeMutablePointer<CChar>?] = program.arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    switch program.environment {
    case .inherited:
      return posix_spawnp(
        &process, program.arguments[0], &actions, &attributes, &words, environ)
    case .empty:
      var nothing: [UnsafeMutablePointer<CChar>?] = [nil]
      return posix_spawnp(
        &process, program.arguments[0], &actions, &attributes, &words, &nothing)
    }
  }

  private static func notStarted(_ name: String, _ problem: Int32) -> Failure {
    Failure(
      .program, what: "The program `\(name)` was not started.",
      why: "\(String(cString: strerror(problem))).",
      whatToDo: problem == ENOENT
        ? "Install it, or check its name and PATH." : "Check its permissions, then try again.")
  }
}
