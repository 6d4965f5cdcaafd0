import ArgumentParser
import ClientModel
import LoopbackHTTP
import MockServices

/// `weir mock`: runs the service of the bundled catalog `bookshop` on this machine.
struct MockCommand: ClientCommand {
  private static let name = "bookshop"

  static let configuration = CommandConfiguration(
    commandName: "mock", abstract: "Run the bookshop, a service for experiments, on 127.0.0.1.",
    discussion: """
      Runs the service of the bundled catalog bookshop. The service rejects every request that a strict server \
      would reject, and stores nothing. Its controls are below /__mock: GET journal returns all requests, \
      POST reset restores the initial state, and POST faults sets the faults of the next responses.

      Examples:
        weir mock bookshop
        weir mock bookshop --port 0
        weir send :4800/__mock/faults route='/books/*' fault=status status:=429 times:=2
      """)
  @Argument(help: "The catalog's name.", completion: .list([name]))
  var catalog: String
  @Option(help: "The port; 0 selects a free one. By default the port in the catalog.") var port:
    Int?
  @OptionGroup var output: OutputOptions

  func execute() async throws -> ExitStatus {
    guard catalog == Self.name else {
      throw UsageProblem(
        what: "There is no mock service for `\(Console.safe(catalog))`.",
        why: "The only mock service is \(Self.name).", whatToDo: "Write `weir mock \(Self.name)`.")
    }
    let server: LoopbackServer
    do throws(LoopbackProblem) {
      server = try LoopbackServer(BookshopService(), port: port ?? BookshopService.port)
    } catch {
      throw UsageProblem(
        what: "The mock service was not started.", why: error.why,
        whatToDo: "Choose another port with --port; 0 selects a free one.")
    }
    let interrupt = InterruptWatch { _ in server.stop() }
    Console.print("\(Self.name) listens on \(server.url) until you press Ctrl+C.")
    Console.print("Credential: BOOKSHOP_TOKEN=\(BookshopService.token)")
    Console.print(
      "Example: weir send --endpoint \(Self.name)#… port=\(server.port) field=value…")
    await interrupt.wait()
    interrupt.end()
    return .done
  }
}
