import ArgumentParser
import ClientModel

/// `weir queue connections`: shows or sets the limits of the connection pool.
///
/// A running interface, `queue run` or `run` applies new limits at once.
struct QueueConnectionsCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "connections", abstract: "Show or set the limits of the connection pool.",
    discussion: """
      The limits are stored in config.yaml. A running interface, `weir queue run` or `weir run` applies them \
      at once. `weir send` uses them when it starts.
      Example:
        weir queue connections --per-host 6 --overall 100
      """)

  @Option(
    help: ArgumentHelp(
      "The maximum number of connections to one host; 0 for no limit.", valueName: "n"))
  var perHost: Int?
  @Option(
    help: ArgumentHelp(
      "The maximum number of connections in total; 0 for as many as the system allows.",
      valueName: "n"))
  var overall: Int?
  @Option(
    help: ArgumentHelp(
      "The number of open connections above which idle ones are closed; 0 for the default, which is "
        + "1024, or less if the system allows less.",
      valueName: "n"))
  var idle: Int?
  @OptionGroup var output: OutputOptions

  func execute() async throws -> ExitStatus {
    let folder = UserFolders().config
    do {
      var pool = try ConnectionSettings.read(in: folder)
      let before = pool
      try Self.set(&pool.perHost, to: perHost, "--per-host", zero: "no limit")
      try Self.set(&pool.overall, to: overall, "--overall", zero: "as many as the system allows")
      try Self.set(&pool.idle, to: idle, "--idle", zero: "the default of 1024")
      if pool != before { try ConnectionSettings.write(pool, in: folder) }
      Console.print("per host: \(pool.perHost.map(String.init) ?? "no limit")")
      Console.print("overall:  \(pool.overall.map(String.init) ?? "as the system allows")")
      Console.print("idle:     \(pool.idle.map(String.init) ?? "1024")")
    } catch let error as UsageProblem {
      throw error
    } catch {
      throw Reported.settings(error)
    }
    return .done
  }

  private static func set(
    _ number: inout Int?, to wanted: Int?, _ option: String, zero: String
  ) throws(UsageProblem) {
    guard let wanted else { return }
    guard (0...100_000).contains(wanted) else {
      throw UsageProblem(
        what: "\(option) \(wanted) is not a valid number of connections.",
        why: "The number must be from 0 to 100000.", whatToDo: "Write 0 for \(zero).")
    }
    number = wanted == 0 ? nil : wanted
  }
}
