import ArgumentParser
import ClientModel
import MockServices

/// `weir mock`: runs a mock server for a bundled catalog on this machine.
struct MockCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "mock", abstract: "Run a mock server for a bundled catalog on 127.0.0.1.",
    discussion: """
      Catalogs: \(MockCatalog.allCases.map(\.rawValue).joined(separator: ", ")).

      It refuses what a strict server would and stores nothing. Below /__mock of its \
      address: GET journal gives every request; POST reset begins anew; POST faults takes what is to go \
      wrong with the next requests; POST jobs what the polls of Haven's next job show.

      Examples:
        weir mock haven
        weir mock haven --port 0
        weir send :4801/__mock/jobs states:='["queued", "queued", "in progress", "finished"]'
        weir send :4801/__mock/faults route='/1/job/*' fault=status status:=429 times:=2
      """)
  @Argument(
    help: "The catalog's name.", completion: .list(MockCatalog.allCases.map(\.rawValue)))
  var catalog: String
  @Option(help: "The port; 0 takes a free one. Else the one that the catalog names.") var port: Int?
  @OptionGroup var output: OutputOptions

  func execute() async throws -> ExitStatus {
    let mock = try chosen()
    let server: LoopbackServer
    do throws(MockServerProblem) {
      server = try LoopbackServer(mock.service, port: port ?? mock.port)
    } catch {
      throw UsageProblem(what: error.what, why: error.why, whatToDo: error.whatToDo)
    }
    let interrupt = InterruptWatch { _ in server.stop() }
    Console.print("\(mock.rawValue) listens on \(server.url) until you press Ctrl+C.")
    for (name, value) in mock.credentials { Console.print("Credential: \(name)=\(value)") }
    let account = mock.accountWords.map { " \($0)" }.joined()
    Console.print(
      "Example: weir send --endpoint \(mock.rawValue)#… port=\(server.port)\(account) field=value…")
    await interrupt.wait()
    interrupt.end()
    return .done
  }

  private func chosen() throws(UsageProblem) -> MockCatalog {
    if let mock = MockCatalog(rawValue: catalog) { return mock }
    let names = MockCatalog.allCases.map(\.rawValue)
    throw UsageProblem(
      what: "There is no mock service for `\(Console.safe(catalog))`.",
      why: "Mock services exist for \(names.joined(separator: ", ")).",
      whatToDo: NearestWord.nearest(to: catalog, in: names).map { "Did you mean `\($0)`?" }
        ?? "Write one of them.")
  }
}
