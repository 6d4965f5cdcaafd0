import Foundation
import Testing

@testable import weir

/// The flags of `send` and `queue add` are known to completion: a flag takes no value, so the next word is one of
/// the request.
struct RequestFlagTests {
  private struct Help: Decodable { let command: Command }

  private struct Command: Decodable {
    let arguments: [Argument]
  }

  private struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: String
    let names: [Name]?
  }

  private func flags(_ help: String) throws -> Set<String> {
    let command = try JSONDecoder().decode(Help.self, from: Data(help.utf8)).command
    let names = command.arguments.filter { $0.kind == "flag" }.flatMap { $0.names ?? [] }
    return Set(names.map { ($0.kind == "long" ? "--" : "-") + $0.name })
  }

  @Test func `every flag of the commands is known, and no option is taken for one`() throws {
    let all = try flags(SendCommand._dumpHelp()).union(flags(QueueAddCommand._dumpHelp()))
    #expect(all == CompletionLine.requestFlags)
  }
}
