import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// What becomes of a request without a response when the command or the interface is ended.
@Suite(.usesSystem) struct EndedRequestTests {
  private func end(
    _ words: [String], by signal: Int32
  ) throws -> (ending: ChildProcess.Ending, job: ListedJob?) {
    let server = try LedgerServer(.written)
    let home = try WeirHome()
    let child = try home.start(words.map { $0.replacingOccurrences(of: "URL", with: server.url) })
    eventually("it is on the wire") { server.held == 1 }
    child.kill(signal)
    let ending = try child.wait(limit: .seconds(30))
    return (ending, try home.jobs().first)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a POST is interrupted when the system ends its command`(signal: Int32) async throws {
    try await onOwnThread {
      let (ending, job) = try end(["send", "POST", "URL/post?hold=gate", "a=b"], by: signal)
      #expect(ending == .exited(130))
      #expect(job?.state == "interrupted")
    }
  }

  @Test func `a POST is cancelled when the user ends its command`() async throws {
    try await onOwnThread {
      let (ending, job) = try end(["send", "POST", "URL/post?hold=gate", "a=b"], by: SIGINT)
      #expect(ending == .exited(130))
      #expect(job?.state == "cancelled")
    }
  }

  @Test func `a GET that may be repeated is not left to the user`() async throws {
    try await onOwnThread {
      let (_, job) = try end(["send", "URL/get?hold=gate"], by: SIGTERM)
      #expect(job?.state == "cancelled")
    }
  }

  @Test func `a POST is interrupted when the terminal of the interface closes`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let session = try TmuxSession.open(home)
      try session.begin("POST", "\(server.url)/post?hold=gate")
      // What runs prevents the interface from resting.
      try session.keys("s")
      eventually("it is on the wire") { server.held == 1 }
      try session.kill(SIGHUP)
      try session.expect("EXIT=")
      #expect(try home.jobs().first?.state == "interrupted")
    }
  }
}
