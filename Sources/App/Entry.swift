import ArgumentParser
import ClientModel
import ClientPipeline
import Foundation

/// Where the process begins.
///
/// Commands run on Swift's own threads while this thread waits for them; the interface takes this
/// thread for itself, because a terminal belongs to one thread.
@main
enum Entry {
  static func main() {
    // A closed pipe is an ordinary end of output (`weir send … | head -1`), not a reason to die.
    signal(SIGPIPE, SIG_IGN)
    do {
      var command = try WeirCommand.parseAsRoot()
      guard let work = command as? any ClientCommand else {
        try command.run()
        Foundation.exit(0)
      }
      Task.detached { Foundation.exit(await finish(work)) }
      while true { pause() }
    } catch let problem as UsageProblem {
      Console.complain(problem.description)
      Foundation.exit(ExitStatus.usage.rawValue)
    } catch {
      let code = WeirCommand.exitCode(for: error)
      if !code.isSuccess,
        let problem = CommandNames.problem(with: Array(CommandLine.arguments.dropFirst()))
      {
        Console.complain(problem.description)
        Foundation.exit(ExitStatus.usage.rawValue)
      }
      let text = WeirCommand.fullMessage(for: error)
      if !text.isEmpty {
        if code.isSuccess { Console.print(text) } else { Console.complain(text) }
      }
      Foundation.exit(code == .validationFailure ? ExitStatus.usage.rawValue : code.rawValue)
    }
  }

  private static func finish(_ command: any ClientCommand) async -> Int32 {
    do {
      return try await command.execute().rawValue
    } catch let failure as Failure {
      Console.complain(failure)
      return ExitStatus(failure).rawValue
    } catch let problems as DraftProblems {
      problems.problems.forEach(Console.complain)
      return ExitStatus.usage.rawValue
    } catch let problem as UsageProblem {
      Console.complain(problem.description)
      return ExitStatus.usage.rawValue
    } catch {
      Console.complain("Something Weir did not expect happened: \(error)")
      return ExitStatus.serverSaidNo.rawValue
    }
  }
}

/// A command that works with the client and says how it ended.
protocol ClientCommand: ParsableCommand, Sendable {
  func execute() async throws -> ExitStatus
}

extension ClientCommand {
  /// Never called: `Entry` runs these commands itself, off the main thread.
  func run() throws {}
}
