import Foundation
import TestSupport
import Testing

/// The documentation of the library quotes programs that are compiled and run.
struct ArticleTests {
  private static let examples = "Tests/Client/Library/Examples"
  private static let articles = "Sources/Client/Library/WeirClient.docc"

  @Test func `each Swift block of an article stands in an example that a test runs`() throws {
    let examples = try SourceTree.files(below: Self.examples).map(\.text)
    let articles = try FileManager.default.contentsOfDirectory(
      atPath: SourceTree.root.appending(path: Self.articles).path)
    var blocks = 0
    for article in articles {
      for block in Self.blocks(of: try SourceTree.text("\(Self.articles)/\(article)")) {
        blocks += 1
        #expect(
          examples.contains { Self.unindented($0).contains(Self.unindented(block)) },
          "\(article): \(block)")
      }
    }
    #expect(articles.count >= 8 && blocks >= 7)
  }

  /// The text between the fences.
  private static func blocks(of text: String) -> [String] {
    text.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
  }

  /// An article quotes the body of a function without its indentation.
  private static func unindented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.drop { $0 == " " }) }.joined(separator: "\n")
  }
}
