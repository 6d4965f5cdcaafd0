import ClientCore
import ClientModel
import ClientYAML
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import weir

@Suite struct LogFileTests {
  private func mode(_ path: String) -> UInt32 {
    var facts = stat()
    return lstat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
  }

  private func lines(_ path: String) -> [String] {
    let bytes = FileManager.default.contents(atPath: path) ?? Data()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `a full log is moved aside twice, and every file is the user's alone`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("weir.log")
    let full = [UInt8](repeating: 120, count: Int(LogFile.longest)) + [10]
    for name in ["", ".1", ".2"] {
      try Data("old\(name)\n".utf8).write(to: URL(fileURLWithPath: path + name))
    }
    try Data(full).write(to: URL(fileURLWithPath: path))
    var sheet = LogFileHandle(path: path)
    #expect(sheet.write(Array("one\n".utf8)) == nil)
    #expect(sheet.write(Array("two\n".utf8)) == nil)
    #expect(lines(path) == ["one", "two"])
    #expect(FileManager.default.contents(atPath: path + ".1")?.count == full.count)
    #expect(lines(path + ".2") == ["old.1"])
    #expect(mode(path) == 0o600)
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)).count == 3)
  }

  @Test func `who writes on while another turns the log goes on in the new file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("weir.log")
    var first = LogFileHandle(path: path)
    var second = LogFileHandle(path: path)
    #expect(first.write([97, 10]) == nil && second.write([98, 10]) == nil)
    #expect(rename(path, path + ".1") == 0)
    #expect(first.write([99, 10]) == nil && second.write([100, 10]) == nil)
    #expect(lines(path) == ["c", "d"] && lines(path + ".1") == ["a", "b"])
  }

  @Test func `lines of many writers are not mixed`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("weir.log")
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let file = LogFile(path: path) { _ in }
          for number in 0..<200 {
            file.append(Array("writer \(writer) line \(number) end\n".utf8))
          }
          await file.flush()
        }
      }
    }
    let found = lines(path)
    #expect(found.count == 800 && Set(found).count == 800)
    #expect(found.allSatisfy { $0.hasPrefix("writer ") && $0.hasSuffix(" end") })
  }

  @Test func `lines reach the file though nobody asks, those of one moment together`() async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path("weir.log")
    let file = LogFile(path: path) { _ in }
    for number in 0..<100 { file.append(Array("line \(number)\n".utf8)) }
    let deadline = ContinuousClock.now + .seconds(20)
    while lines(path).count < 100, ContinuousClock.now < deadline { await Task.yield() }
    #expect(lines(path) == (0..<100).map { "line \($0)" })
  }

  @Test func `a log that cannot be written reports that once and delays no caller`() async throws {
    let folder = try TemporaryFolder()
    let reported = Mutex<[Failure]>([])
    let file = LogFile(path: folder.path("no/such/folder/weir.log")) { failure in
      reported.withLock { $0.append(failure) }
    }
    for _ in 0..<3 {
      file.append(Array("line\n".utf8))
      await file.flush()
    }
    let failures = reported.withLock { $0 }
    #expect(failures.map(\.what) == ["The log cannot be written."])
    #expect(failures.allSatisfy { !$0.why.isEmpty && !$0.whatToDo.isEmpty })
  }

  @Test func `a line begins with the moment in UTC`() {
    #expect(LogLine.time(0, milliseconds: 7) == "1970-01-01T00:00:00.007Z")
    #expect(LogLine.time(1_795_258_738, milliseconds: 134) == "2026-11-21T10:58:58.134Z")
  }

  @Test func `storing a choice leaves the rest of the settings as they were written`() throws {
    let before = "# mine\nlog: debug\ntheme: dark # dark\non_finish: [tell]\n"
    let folder = try TemporaryFolder()
    try folder.write("config.yaml", before)
    try Settings.change(in: folder.path) { (file) throws(YAMLProblem) in
      try file.set([.key("theme")], to: .text("light"))
      try file.set([.key("mouse")], to: .text("used"))
    }
    #expect(
      try String(contentsOfFile: folder.path("config.yaml"), encoding: .utf8)
        == "# mine\nlog: debug\ntheme: light # dark\non_finish: [tell]\nmouse: used\n")
  }

  @Test func `the settings name level, bell and program`() throws {
    let folder = try TemporaryFolder()
    let file = URL(fileURLWithPath: folder.path("config.yaml"))
    try Data("log: warning\nbell: off\non_finish: {command: [tell, me], after: 60}\n".utf8)
      .write(to: file)
    let (settings, problem) = Settings.read(in: folder.path)
    #expect(problem == nil)
    #expect(settings.log == .warning && settings.bell == .silent)
    #expect(settings.onFinish?.arguments == ["tell", "me"])
    #expect(settings.onFinish?.after == .seconds(60))
    try Data("immediate: {overall: 9, per-host: 2}\nretention: {days: 3}\n".utf8).write(to: file)
    var wanted = ClientOptions(
      immediateInAll: 9, immediatePerHost: 2, retention: .seconds(3 * 86_400))
    #expect(ClientOptions.read(in: folder.path) == wanted)
    try Data("immediate: {overall: 0}\n".utf8).write(to: file)
    wanted = ClientOptions()
    #expect(ClientOptions.read(in: folder.path) == wanted)
    #expect(
      Settings.read(in: folder.path).problem?.why == "0 is not a valid number of immediate jobs.")
    try Data("on_finish: []\n".utf8).write(to: file)
    #expect(Settings.read(in: folder.path).problem?.place.line == 1)
    try Data("logg: info\n".utf8).write(to: file)
    #expect(Settings.read(in: folder.path).problem?.whatToDo.contains("`log`") == true)
  }
}
