import ClientModel
import Foundation
import Manual
import Testing
import ViewModels

@testable import weir

/// What the manual has from the program is what the program has. `WEIR_RECORD_MANUAL=1` writes the tables.
@Suite struct ManualTableTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardizedFileURL
  private static let folder = root.appendingPathComponent("Sources/App/Manual")

  @Test(arguments: ["README.md"] + ManualTopic.all.map { "Sources/App/Manual/\($0.name).md" })
  func `the generated tables of a document are those of the program`(name: String) throws {
    let file = Self.root.appendingPathComponent(name)
    let text = try String(contentsOf: file, encoding: .utf8)
    var current = ""
    var rest = text[...]
    while let mark = rest.range(of: "<!-- generated: ") {
      let line = try #require(rest[mark.upperBound...].range(of: " -->\n"), "\(name)")
      let table = String(rest[mark.upperBound..<line.lowerBound])
      let end = try #require(rest[line.upperBound...].range(of: "<!-- end -->"), "\(table)")
      current += rest[..<line.upperBound]
      current += try ManualTables.table(table)
      rest = rest[end.lowerBound...]
    }
    current += rest
    if ProcessInfo.processInfo.environment["WEIR_RECORD_MANUAL"] == "1", current != text {
      try current.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    #expect(current == text, "\(name) is stale: run the tests with WEIR_RECORD_MANUAL=1")
  }

  @Test(arguments: Failure.Kind.allCases)
  func `each kind of error leads to a topic of the manual`(kind: Failure.Kind) {
    let help = FailureHelp(kind)
    #expect(ManualTopic.named(help.topic) != nil)
    #expect(help.meaning.hasSuffix("."))
  }

  @Test(arguments: ManualTopic.all.map(\.name))
  func `a topic leads only to topics, and says what it is in its first sentence`(name: String)
    throws
  {
    let document = try #require(ManualTopic.named(name)).document
    #expect(!document.title.isEmpty && document.summary.hasSuffix("."))
    var texts: [ManualText] = []
    for block in document.blocks {
      switch block {
      case .heading(_, let text), .paragraph(let text), .item(_, let text): texts.append(text)
      case .table(let rows): texts += rows.joined()
      case .code: break
      }
    }
    for case .link(let target) in texts.flatMap(\.spans).map(\.style) {
      #expect(
        ManualTopic.named(target) != nil || target.hasPrefix("https://"), "\(name): \(target)")
    }
  }

  @Test func `each topic of the folder is bundled`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".md") }
    #expect(Set(files) == Set(ManualTopic.all.map { "\($0.name).md" }))
  }
}

/// Each panel and list of the interface has a page.
@Suite struct ManualSubjectTests {
  @Test(arguments: ManualSubject.all)
  func `a panel or list has a topic of the manual`(subject: ManualSubject) {
    #expect(ManualTopic.named(subject.topic) != nil)
  }
}
