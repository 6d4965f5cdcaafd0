import ArgumentParser
import CProcess
import ClientHTTP
import ClientModel
import ClientPipeline
import Glibc
import NcursesTerminal

/// The start of the process.
///
/// Commands run as tasks on the threads of `cprocess_run_tasks` while the main thread waits for
/// them. The interface runs on the main thread, because a terminal belongs to one thread.
@main
enum Entry {
  static func main() {
    StandardOutput.reserveStandardDescriptors()
    // SIGPIPE is ignored. A closed pipe ends the program when it prints (see StandardOutput), not
    // during a network write.
    signal(SIGPIPE, SIG_IGN)
    // SIGXFSZ is ignored. A write past the file size limit then fails and is reported, instead of
    // ending the process.
    signal(SIGXFSZ, SIG_IGN)
    // Loading libcurl takes as long as all other work before the request, and can run in parallel.
    // If the first word shows that a request follows, loading starts before the command line is
    // parsed.
    let arguments = CommandLine.given
    let word = arguments.first
    if word == FilterChild.name {
      _exit(FilterChild.run(Array(arguments.dropFirst())))
    }
    if word == PictureChild.name {
      _exit(PictureChild.run(Array(arguments.dropFirst())))
    }
    if word == CompletionRequest.word {
      let lines = CompletionRequest.lines(for: Array(arguments.dropFirst()))
      // fish would read an empty line as an empty candidate.
      if !lines.isEmpty { Console.print(lines) }
      _exit(0)
    }
    if let script = CompletionScript(arguments: arguments) {
      Console.print(script.text)
      _exit(0)
    }
    let isOneRequest = word == "send" || word == "run"
    if isOneRequest { cprocess_share_heap() }
    cprocess_run_tasks()
    if isOneRequest { openTransport() }
    do {
      let work: any ClientWork
      switch try CommandLineReading.read(arguments) {
      case .work(let found): work = found
      case .ownThread(let run):
        try run()
        end(0)
      }
      // The exit handlers of the libraries would take longer than a small request.
      Task.detached { _exit(await finish(work)) }
      while true { InterruptWatch.takeNext() }
    } catch let problem as UsageProblem {
      Console.complain(problem.description)
      end(ExitStatus.usage.rawValue)
    } catch let failure as Failure {
      Console.complain(failure)
      end(ExitStatus(failure).rawValue)
    } catch {
      let code = WeirCommand.exitCode(for: error)
      if !code.isSuccess,
        let problem = CommandNames.problem(with: arguments)
      {
        Console.complain(problem.description)
        end(ExitStatus.usage.rawValue)
      }
      // Options without a command belong to the interface command. Users do not type its name.
      let text = WeirCommand.fullMessage(for: error)
        .replacing(bytes: "weir interface", with: "weir")
      if !text.isEmpty {
        if code.isSuccess { Console.print(text) } else { Console.complain(text) }
      }
      end(code == .validationFailure ? ExitStatus.usage.rawValue : code.rawValue)
    }
  }

  /// Starts the task threads, then loads libcurl on a separate thread.
  static func openTransport() {
    cprocess_start_threads(4)
    CurlTransport.openLibrary()
  }

  /// Ends the process without the exit handlers of the libraries.
  ///
  /// Another thread may still be loading libcurl, and a handler could free the memory that it uses.
  /// Output is not buffered, so no output is lost.
  private static func end(_ code: Int32) -> Never {
    NcursesTerminal.restore()
    _exit(code)
  }

  private static func finish(_ command: any ClientWork) async -> Int32 {
    do {
      return try await command.execute().rawValue
    } catch let failure as Failure {
      Console.complain(failure)
      return ExitStatus(failure).rawValue
    } catch let rows as RowProblems {
      Console.complain(rows.heading)
      rows.first.problems.forEach(Console.complain)
      rows.lines.forEach(Console.complain)
      return ExitStatus.usage.rawValue
    } catch let problems as DraftProblems {
      problems.problems.forEach(Console.complain)
      return ExitStatus.usage.rawValue
    } catch let problem as UsageProblem {
      Console.complain(problem.description)
      return ExitStatus.usage.rawValue
    } catch {
      Console.complain("An unexpected error occurred: \(error)")
      return ExitStatus.internalError.rawValue
    }
  }
}

/// Work that uses the client and returns an exit status.
protocol ClientWork: Sendable {
  func execute() async throws -> ExitStatus
}

/// A command that works with the client.
protocol ClientCommand: ParsableCommand, ClientWork {}

extension ClientCommand {
  /// Does nothing. `Entry` runs these commands itself, off the main thread.
  func run() throws {}
}

extension CommandLine {
  /// The arguments after the program's name.
  ///
  /// `CommandLine.arguments` searches the stack for the arguments, next to the environment. It
  /// finds none if a preloaded library has moved the environment with `setenv`.
  fileprivate static var given: [String] {
    (1..<max(1, cprocess_argument_count())).compactMap { index in
      cprocess_argument(index).map { String(cString: $0) }
    }
  }
}
