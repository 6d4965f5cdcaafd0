import Foundation
import Manual
import Testing

/// The examples of the manual are true: each prints what its topic shows.
@Suite struct ManualExampleTests {
  @Test(arguments: ManualTopic.all.map(\.name))
  func `the examples of a topic print what it shows`(name: String) throws {
    let topic = try #require(ManualTopic.named(name))
    let (_, differences) = try ManualExamples(topic.document).run()
    for difference in differences { Issue.record("\(name).md, \(difference)") }
  }

  @Test func `the examples of the README print what it shows`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../..").standardizedFileURL
    let text = try String(
      contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let (count, differences) = try ManualExamples(ManualDocument(text)).run()
    #expect(count > 5)
    for difference in differences { Issue.record("README.md, \(difference)") }
  }

  @Test(arguments: [
    (["a", "b"], ["a", "b"], true), (["a"], ["a", "b"], false), (["a", "b"], ["a"], false),
    (["a", "b", "c"], ["…", "c"], true), (["a", "b", "c"], ["a", "…"], true),
    (["job 7 ends"], ["job … ends"], true), (["job 7 end"], ["job … ends"], false),
    ([], ["…"], true), ([], ["a"], false), (["xay"], ["x…y…z"], false),
  ])
  func `an ellipsis stands for any text or any lines`(
    printed: [String], expected: [String], isSame: Bool
  ) {
    #expect(ManualExamples.fits(printed, expected) == isSame)
  }

  @Test func `a difference is found and shown with its place`() throws {
    let document = ManualDocument(
      "# T\n\n```console\n$ weir send :4800/books/7 --filter .id\n8\n```\n")
    let (count, differences) = try ManualExamples(document).run()
    #expect(count == 1)
    #expect(differences.map(\.printed) == [["7"]])
    #expect(differences.first?.description.hasPrefix("line 3: $ weir send") == true)
  }

  @Test func `files of a topic are there for its commands, and a shell knows the status before`()
    throws
  {
    let document = ManualDocument(
      """
      # T
      ```json body.json
      {"title":"Weir"}
      ```
      ```console
      $ weir send POST :4800/books --body body.json \\
        --filter .id
      61
      $ weir send --check :4800/nothing > /dev/null
      The response is a failure: …
      $ echo $?
      1
      ```
      """)
    let (count, differences) = try ManualExamples(document).run()
    #expect(count == 3)
    #expect(differences.map(\.description) == [])
  }
}
