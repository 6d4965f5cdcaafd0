import Foundation
import Manual
import TestSupport
import Testing

@testable import weir

/// The man pages, judged by another program.
@Suite struct ManPagesTests {
  @Test func `mandoc finds no fault in any page`() async throws {
    try await onOwnThread {
      let mandoc = try #require(ChildProcess.find("mandoc"), "mandoc is not installed")
      let folder = try TemporaryFolder()
      let count = try ManPages.write(into: folder.path, date: "2026-11-26")
      let pages = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".1") || $0.hasSuffix(".7") }
      #expect(pages.count == count)
      let judge = try ChildProcess(
        [mandoc, "-T", "lint"] + pages.map(folder.path), environment: [:])
      _ = try judge.wait(limit: .seconds(60))
      let faults = String(decoding: judge.output + judge.errorOutput, as: UTF8.self)
      #expect(faults == "")
    }
  }

  @Test func `each command and each topic has a page, and man -k finds it by its summary`() throws {
    let pages = try ManPages.all(date: "2026-11-26")
    let files = Set(pages.map(\.file))
    #expect(files.contains("weir.1") && files.contains("weir-queue-add.1"))
    for topic in ManualTopic.all { #expect(files.contains("weir-\(topic.name).7")) }
    for page in pages { #expect(page.text.contains("\n.SH \"NAME\"\n\(page.name) \\-")) }
  }
}
