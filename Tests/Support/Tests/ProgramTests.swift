import Foundation
import TestSupport
import TestTraits
import Testing

@Suite(.usesSystem) struct ProgramTests {
  @Test func `a child's end, outputs and input are its own`() throws {
    let child = try ChildProcess(
      ["sh", "-c", "cat; echo no >&2; exit 7"], environment: [:], input: Array("in".utf8))
    #expect(try child.wait() == .exited(7))
    #expect(child.output == Array("in".utf8))
    #expect(child.errorOutput == Array("no\n".utf8))
  }

  @Test func `a killed child says by which signal`() throws {
    let child = try ChildProcess(["sleep", "60"], environment: [:])
    #expect(child.isRunning)
    child.kill(SIGKILL)
    #expect(try child.wait() == .signalled(SIGKILL))
  }

  @Test func `a child past its deadline is an error`() throws {
    let child = try ChildProcess(["sleep", "60"], environment: [:])
    #expect(throws: RigError.self) { try child.wait(limit: .milliseconds(50)) }
    #expect(!child.isRunning)
  }

  @Test func `a terminal shows what was typed and the end of the program`() async throws {
    try await onOwnThread {
      let folder = try TemporaryFolder()
      let session = try TmuxSession(
        command: ["sh", "-c", "stty -echo; echo ready; read x; echo got:$x; exit 3"],
        environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"], folder: folder.path,
        width: 60, height: 10)
      try session.expect("ready")
      try session.type("é日q")
      try session.keys("Enter")
      try session.expect("got:é日q")
      try session.expect("EXIT=3")
    }
  }
}

@Suite(.usesSystem) struct FaultShimTests {
  private static let script = """
    import os, sys
    d = sys.argv[1]
    f = os.open(d + "/a", os.O_RDWR | os.O_CREAT)
    for step in range(4):
        os.write(f, b"12345678")
        os.fsync(f)
    os.rename(d + "/a", d + "/b")
    os.unlink(d + "/b")
    """

  private func run(_ fault: FaultShim.Fault) throws -> (ChildProcess, Int, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let (variables, count) = try FaultShim().arm(fault, below: folder.path)
    let child = try ChildProcess(
      ["/usr/bin/python3", "-c", Self.script, folder.path], environment: variables)
    try child.wait()
    return (child, try count.value(), folder)
  }

  @Test func `all ten changes below the folder are counted and no print`() throws {
    let (child, count, _) = try run(.none)
    #expect(try child.wait() == .exited(0))
    #expect(count == 10)
  }

  @Test func `the fifth call kills before it happens`() throws {
    let (child, count, folder) = try run(.killBefore(call: 5))
    #expect(try child.wait() == .signalled(SIGKILL))
    #expect(count == 5)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("a"))).count == 16)
  }

  @Test func `a torn write is there by half`() throws {
    let (child, _, folder) = try run(.tear(call: 3))
    #expect(try child.wait() == .signalled(SIGKILL))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("a"))).count == 12)
  }

  @Test(arguments: FaultShim.FileError.allCases)
  func `a failing call names its error`(error: FaultShim.FileError) throws {
    let (child, _, _) = try run(.failFrom(call: 2, error))
    #expect(try child.wait() == .exited(1))
    let number = error == .inputOutput ? 5 : 28
    #expect(String(decoding: child.errorOutput, as: UTF8.self).contains("[Errno \(number)]"))
  }
}

@Suite(.usesSystem) struct WeirHomeTests {
  @Test func `the built program is beside the test runner`() throws {
    #expect(try WeirHome.builtBinary().hasSuffix("/weir"))
  }

  @Test func `a copied home has the same files and its own place`() throws {
    let home = try WeirHome()
    try home.folder.write("state/weir/mark", "here")
    let other = try home.copy()
    #expect(other.stateFolder != home.stateFolder)
    #expect(FileManager.default.contents(atPath: other.stateFolder + "/mark") == Data("here".utf8))
  }
}

@Suite(.usesSystem) struct OwnThreadTests {
  @Test func `what is expected on an own thread counts for its test`() async throws {
    let name = Test.current?.name
    #expect(name != nil)
    #expect(try await onOwnThread { Test.current?.name } == name)
  }

  @Test func `more work blocks at once than there are cores`() async throws {
    let gate = MeetingPoint()
    try await withThrowingTaskGroup { group in
      for _ in 0..<16 { group.addTask { try await onOwnThread { gate.meet(16) } } }
      try await group.waitForAll()
    }
    #expect(gate.met == 16)
  }
}

/// Lets nobody pass before all are there.
///
/// `@unchecked`: `count` is only touched while `condition` is locked.
private final class MeetingPoint: @unchecked Sendable {
  private let condition = NSCondition()
  private var count = 0
  var met: Int { condition.withLock { count } }

  func meet(_ all: Int) {
    let end = Date(timeIntervalSinceNow: 20)
    condition.withLock {
      count += 1
      condition.broadcast()
      while count < all, condition.wait(until: end) {}
    }
  }
}
