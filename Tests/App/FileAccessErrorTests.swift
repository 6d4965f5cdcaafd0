import Foundation
import TestSupport
import Testing

@testable import weir

struct FileAccessErrorTests {
  private func trouble(_ work: () throws -> Void) -> String {
    do { try work() } catch { return FileAccessError(error).why }
    return "nothing"
  }

  @Test func `what Foundation reports is said in our words`() throws {
    let folder = try TemporaryFolder()
    let text = folder.path("text")
    try Data([0xFF, 0xFE, 0xFF]).write(to: URL(fileURLWithPath: text))
    func read(_ path: String) -> String {
      trouble { _ = try Data(contentsOf: URL(fileURLWithPath: path)) }
    }
    #expect(read(folder.path("none")) == "There is no such file or folder.")
    #expect(read(text + "/below") == "A part of its path is a file, not a folder.")
    #expect(read(folder.path("")).hasPrefix("It is a folder"))
    #expect(
      trouble { _ = try String(contentsOfFile: text, encoding: .utf8) } == "It is not UTF-8 text.")
  }

  @Test func `a folder that cannot take the man pages is refused with the system's reason`() {
    let problem = #expect(throws: UsageProblem.self) {
      _ = try ManPages.write(into: "/dev/null/pages", date: "2026-01-01")
    }
    #expect(problem?.why == "A part of its path is a file, not a folder.")
  }

  @Test func `settings that cannot be used are reported with the system's reason`() {
    let failure = Reported.settings(POSIXError(.EACCES))
    #expect(failure.why == "Its permissions do not allow it.")
  }

  @Test(arguments: [ENOENT, EACCES, EISDIR, ENOSPC, EROFS, EIO])
  func `every reason is a sentence`(_ code: Int32) {
    let why = FileAccessError(code: code).why
    #expect(why.hasSuffix(".") && !why.contains("couldn"), "\(why)")
  }
}
