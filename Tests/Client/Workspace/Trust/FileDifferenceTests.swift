import ClientModel
import Foundation
import Glibc
import Testing

@testable import ClientWorkspace

/// What the question about trust shows: the difference from the accepted files.
struct FileDifferenceTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("name: Shop\n", to: "weir.yaml")
    try folder.write("url: https://a.example\nmethod: POST\n", to: "requests/a.yaml")
    try folder.write("url: https://b.example\n", to: "requests/b.yaml")
    try folder.write("", to: "state/trust")
  }

  private var accepted: String { "\(folder.path)/state/trust" }
  private func workspace() throws -> Workspace { try Workspace.open(folder.path) }
  private func trust() throws -> WorkspaceTrust {
    try WorkspaceTrust.examine(try workspace(), accepted: accepted)
  }
  private func difference() throws -> FileDifference {
    try trust().difference(in: try workspace(), accepted: accepted)
  }
  private func accept() throws { _ = try trust().accept(try workspace(), accepted: accepted) }
  private func copies() -> [String] {
    FolderEntries.names(in: "\(folder.path)/state/trusted").filter { $0.hasSuffix(".files") }
  }

  @Test func `added, removed and changed files are named with their lines`() throws {
    try accept()
    #expect(try difference().changes.isEmpty)
    try folder.write("url: https://c.example\nmethod: POST\n", to: "requests/a.yaml")
    unlink("\(folder.path)/requests/b.yaml")
    try folder.write("url: https://n.example\n", to: "requests/new.yaml")
    let difference = try difference()
    #expect(difference.basis == .accepted)
    #expect(
      difference.changes == [
        FileChange(
          .changed, "requests/a.yaml",
          lines: [.place(1), .removed("url: https://a.example"), .added("url: https://c.example")]),
        FileChange(
          .removed, "requests/b.yaml", lines: [.place(1), .removed("url: https://b.example")]),
        FileChange(
          .added, "requests/new.yaml", lines: [.place(1), .added("url: https://n.example")]),
      ])
    #expect(difference.counts == "1 added, 1 changed, 1 removed")
    // Accepted again, the difference starts from there.
    try accept()
    try folder.write("url: https://b.example\n", to: "requests/b.yaml")
    #expect(try self.difference().changes.map(\.path) == ["requests/b.yaml"])
  }

  @Test func `in a folder that was never accepted every file is added`() throws {
    let difference = try difference()
    #expect(difference.basis == .nothing)
    #expect(
      difference.changes.map(\.path) == ["requests/a.yaml", "requests/b.yaml", "weir.yaml"])
    #expect(difference.changes.allSatisfy { $0.kind == .added })
  }

  @Test func `a file over 64 KiB or one that is not text is named only`() throws {
    try folder.write(
      "on_finish: [./big.sh]\n", to: "weir.yaml")
    try folder.write(String(repeating: "x\n", count: 40_000), to: "big.sh")
    try accept()
    try folder.write(String(repeating: "y\n", count: 40_000), to: "big.sh")
    try Data([0x61, 0, 0x62]).write(
      to: URL(fileURLWithPath: "\(folder.path)/requests/b.yaml"))
    let changes = try difference().changes
    #expect(changes.map(\.path) == ["big.sh", "requests/b.yaml"])
    #expect(changes.allSatisfy { $0.lines.isEmpty && $0.remark != nil })
  }

  @Test func `the copies are private, and go with the workspace they are of`() throws {
    try accept()
    let name = try #require(copies().first)
    var facts = stat()
    #expect(lstat("\(folder.path)/state/trusted/\(name)", &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o600)
    // Another workspace is accepted after this one is gone.
    unlink("\(folder.path)/weir.yaml")
    try folder.write("name: Other\n", to: "other/weir.yaml")
    let other = try Workspace.open("\(folder.path)/other")
    _ = try WorkspaceTrust.examine(other, accepted: accepted).accept(other, accepted: accepted)
    #expect(copies().count == 1 && copies().first != name)
  }

  @Test func `a record of an older Weir, without copies, still asks and names programs`() throws {
    try folder.write("on_finish: [./run.sh]\n", to: "weir.yaml")
    try folder.write("echo 1\n", to: "run.sh")
    try accept()
    for name in copies() { unlink("\(folder.path)/state/trusted/\(name)") }
    #expect(try trust().state == .trusted)
    try folder.write("echo 2\n", to: "run.sh")
    try folder.write("url: https://z.example\n", to: "requests/a.yaml")
    #expect(try trust().state == .untrusted)
    #expect(
      try difference() == FileDifference(since: .digest, [FileChange(.changed, "run.sh")]))
  }

  @Test func `a damaged file of copies is none`() throws {
    try accept()
    let name = try #require(copies().first)
    for text in ["", "x", "0\n1 99999999 a\n", "0\n1 - \n", "0\n1 -5 a\nxxxxxxxxxxx\n"] {
      try text.write(
        toFile: "\(folder.path)/state/trusted/\(name)", atomically: true, encoding: .utf8)
      try folder.write("url: https://\(text.count).example\n", to: "requests/a.yaml")
      #expect(try difference().basis == .digest)
    }
  }

  @Test func `what a terminal acts on is spelled out`() {
    let difference = FileDifference(
      since: .accepted,
      [FileChange(.changed, "a\u{202E}b", lines: [.added("\u{1B}]0;x\u{07}\ttab")])])
    #expect(
      difference.text == "changed  a\\u{202E}b\n  + \\u{1B}]0;x\\u{7}\ttab\n")
  }
}
