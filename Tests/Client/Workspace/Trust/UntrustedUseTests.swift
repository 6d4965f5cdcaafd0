import Foundation
import Testing

@testable import ClientModel
@testable import ClientWorkspace

/// The table of what options may do untrusted has a row for each option that a reader of files knows.
@Suite struct UntrustedUseTests {
  /// The parts of the table that a source file reads.
  private static let readers: [String: [String]] = [
    "Workspace/Workspace.swift": ["`weir.yaml`"],
    "Workspace/CredentialNames+Reading.swift": ["`secrets`"],
    "Workspace/FinishCommand.swift": ["`on_finish`"],
    "Workspace/StoreSetting.swift": ["`store`"],
    "Workspace/Environments.swift": ["`environments.yaml`"],
    "Workspace/Workspace+Variables.swift": ["`folder.yaml`"],
    "Workspace/Gateways/GatewaysFile.swift": [
      "a gateway", "a gateway and its methods", "an endpoint", "`lane`",
      "`cache` of a gateway or a graph", "`weir.yaml`",
    ],
    "Workspace/Gateways/BrokerFile.swift": ["`mqtt`", "`will`"],
    "Workspace/Gateways/MiddlewareFile.swift": [
      "`middleware`", "`transform`", "a stage, parser or stub", "a stage", "`capture`",
    ],
    "Workspace/Gateways/StubFile.swift": ["a stub", "a stage, parser or stub", "`when`"],
    "Workspace/GraphFile.swift": ["a graph", "a step", "an input"],
    "Workspace/RequestFile.swift": ["a saved request"],
    "Workspace/RequestFile+Reading.swift": [
      "a field or part", "`body`", "`body` and its parts", "a part of `body`", "`graphql`",
    ],
    "Workspace/RequestOptionsFile.swift": ["`options`"],
    "Workspace/JobOptionsFile.swift": ["`queue`"],
    "Workspace/CacheRuleFile.swift": ["`cache` of a request"],
    "Catalogs/Rules/OutcomeFile.swift": ["`outcome`", "`refresh`", "a clause of `outcome`"],
    "Catalogs/Rules/PagingFile.swift": ["`paging`", "a place of `paging`"],
    "Catalogs/Rules/RemoteRule+Reading.swift": [
      "`job`", "an address of `job`", "`result` of `job`", "`cancel` of `job`", "`poll` of `job`",
    ],
    "Catalogs/Rules/ViewPlan+Reading.swift": ["`x-weir-view`"],
    "Catalogs/Reading/CatalogReader+Rules.swift": ["`x-weir-one-of`"],
  ]

  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../../Sources/Client").standardizedFileURL

  /// The words that a source file lists as known keys.
  private static func keys(in text: String) -> Set<String> {
    var found: Set<String> = []
    let lists = [#/known: \[([^\]]*)\]/#, #/(?:keys|Keys|known) = \[([^\]]*)\]/#]
    for list in lists {
      for match in text.matches(of: list) {
        for word in match.output.1.matches(of: #/"([^"]*)"/#) {
          found.insert(String(word.output.1))
        }
      }
    }
    for match in text.matches(of: #/\+ \[([^\]]*)\]\)/#) {
      for word in match.output.1.matches(of: #/"([^"]*)"/#) { found.insert(String(word.output.1)) }
    }
    return found
  }

  private static func rows(_ parts: [String]) -> Set<String> {
    Set(UntrustedUse.all.filter { parts.contains($0.part) }.flatMap(\.options))
  }

  @Test(arguments: readers.keys.sorted())
  func `each key that a reader knows has a row`(reader: String) throws {
    let text = try String(
      contentsOf: Self.sources.appendingPathComponent(reader), encoding: .utf8)
    let keys = Self.keys(in: text)
    let missing = keys.subtracting(Self.rows(try #require(Self.readers[reader])))
    #expect(!keys.isEmpty || reader == "Workspace/RequestFile.swift")
    #expect(missing == [], "Add a row to UntrustedUse, and a trial to UntrustedOptionTests.")
  }

  @Test func `no other source file reads keys of a workspace's files`() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
    for name in names where name.hasSuffix(".swift") {
      guard name.hasPrefix("Workspace/") || name.hasPrefix("Catalogs/") else { continue }
      let text = try String(
        contentsOf: Self.sources.appendingPathComponent(name), encoding: .utf8)
      guard text.contains(".fields(known:") || text.contains(".fields(\n") else { continue }
      #expect(Self.readers[name] != nil, "\(name) reads keys that have no rows.")
    }
  }

  @Test func `the keys that are computed have rows`() {
    let rows = Self.rows(["`auth`", "`limits`", "a field or part"])
    #expect(rows.isSuperset(of: AuthScheme.all.map(\.name)))
    #expect(rows.isSuperset(of: AuthScheme.all.flatMap(\.fields).map(\.name)))
    #expect(rows.isSuperset(of: TransferLimits.names))
    #expect(rows.isSuperset(of: RequestFile.marks.map(\.key)))
  }

  @Test func `each extension of a catalog has a row`() throws {
    let rows = Self.rows(["a catalog"])
    let folder = Self.sources.appendingPathComponent("Catalogs").path
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where name.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      for match in text.matches(of: #/"(x-weir-[a-z-]+[a-z])"/#) {
        #expect(rows.contains(String(match.output.1)), "\(name)")
      }
    }
  }

  @Test(arguments: [
    WorkspaceFileKind.settings, .request, .graph, .catalog,
  ])
  func `an option that is refused in any file of a kind is reserved in all of them`(
    kind: WorkspaceFileKind
  ) {
    let rules = UntrustedUse.rules(in: kind)
    for row in UntrustedUse.rows(of: kind) where row.rule == .refused {
      for option in row.options { #expect(rules[option] == .refused, "\(option)") }
    }
  }

  @Test func `the options that decide are those that the table refuses`() {
    let refused = UntrustedUse.all.filter { $0.part == "`options`" && $0.rule == .refused }
    #expect(Set(DecidingOption.all.map(\.key)) == Set(refused.flatMap(\.options)))
  }
}
