import Foundation
import TestSupport
import Testing

/// A program outside this package can use the client with what is public alone.
struct OutsideProgramTests {
  @Test func `the programs of manual and articles compile against the library`() async throws {
    let code = try Self.code()
    #expect(code.contains("client.submit"))
    let examples = try SourceTree.files(below: "Tests/Client/Library/Examples").map(\.path)
    #expect(!examples.isEmpty)
    try await onOwnThread {
      let compiler = try #require(ChildProcess.find("swiftc"), "there is no compiler to ask")
      let folder = try TemporaryFolder()
      try folder.write("Example.swift", code)
      // No package name: what is not public cannot be seen.
      try ChildProcess.run(
        [
          compiler, "-typecheck", "-swift-version", "6", "-parse-as-library",
          "-module-cache-path", folder.path("cache"), "-I", Self.built.path + "/Modules",
        ] + Self.moduleMaps().flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
          + [folder.path("Example.swift")]
          + examples.map { SourceTree.root.appending(path: $0).path }, limit: .seconds(300))
    }
  }

  /// The block that follows the mark in the manual.
  private static func code() throws -> String {
    let manual = try SourceTree.text("Sources/App/Manual/library.md")
    let mark = try #require(manual.range(of: "<!-- library -->\n```swift\n"))
    let rest = manual[mark.upperBound...]
    let end = try #require(rest.range(of: "\n```"))
    return rest[..<end.lowerBound] + "\n"
  }

  /// Where the test runner was built, the modules beside it.
  private static let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// The C modules below the client's Swift ones; SwiftPM names them to a package's users.
  private static func moduleMaps() throws -> [String] {
    [
      "CCrypto", "CCurl", "CMosquitto", "CPostgres", "CSQLite", "CJSONScan", "CPCRE", "CIDN",
    ].map {
      built.appending(path: "\($0).build/module.modulemap").path
    }
  }
}
