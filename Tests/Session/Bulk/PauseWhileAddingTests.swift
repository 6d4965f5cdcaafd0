import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Orders to the queue while a batch is on its way into it.
@Suite(.usesSystem(minutes: 5)) struct PauseWhileAddingTests {
  /// A file that is read only when the test writes it: the batch takes as long as the test wants.
  private struct Pipe {
    let path: String

    init(in home: WeirHome) throws {
      path = home.workingFolder + "/rows.csv"
      try #require(mkfifo(path, 0o600) == 0)
    }

    func write(_ rows: Int) throws {
      let text = "n\n" + (0..<rows).map { "\($0)\n" }.joined()
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    }
  }

  private func addEachRow(_ url: String, in session: TmuxSession) throws {
    try session.typeURL(url)
    try session.press(":")
    try session.type("for each row of a file")
    try session.press("Enter")
    try session.type("rows.csv")
    try session.keys("Enter")
  }

  @Test func `a lane is paused at once while a batch is being added to it`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let pipe = try Pipe(in: home)
      let session = try TmuxSession.open(home)
      try addEachRow("\(server.url)/{{n}}", in: session)
      // What runs prevents the interface from resting: from here on the screen is waited for.
      try home.add("\(server.url)/one?hold=gate")
      try session.expect("  1/2")
      try session.keys("2")
      try session.keys("p")
      try session.expect("PAUSED")
      #expect(try !session.screen().contains("is in the queue"))
      try pipe.write(300)
      try session.expect("Queue 300 jobs, one for each row of rows.csv?")
      try session.keys("Enter")
      try session.expect("Batch g1 is in the queue: 300 rows.")
      server.release("gate")
      try session.expect("  0/2")
      #expect(server.ledger.count == 1)
      try session.keys("p")
      eventually("every row to be sent once") { server.ledger.count == 301 }
    }
  }

  @Test func `what is added to a new lane does not start once all lanes were paused`() async throws
  {
    try await onOwnThread {
      let (server, other) = (try LedgerServer(.written), try LedgerServer(.written))
      let home = try WeirHome()
      let pipe = try Pipe(in: home)
      let session = try TmuxSession.open(home)
      try addEachRow("\(server.url)/{{n}}", in: session)
      // What runs prevents the interface from resting: from here on the screen is waited for.
      try home.add("\(other.url)/one?hold=gate")
      try session.expect("  1/2")
      try session.keys("2")
      try session.keys("P")
      try session.expect("PAUSED")
      try pipe.write(20)
      try session.expect("Queue 20 jobs, one for each row of rows.csv?")
      try session.keys("Enter")
      try session.expect("Batch g1 is in the queue: 20 rows.")
      other.release("gate")
      try session.expect("both lanes idle") {
        $0.split(separator: "\n").count { $0.contains("  0/2") } >= 1
          && !$0.contains("  1/2")
      }
      #expect(server.ledger.count == 0)
      try session.keys("P")
      eventually("every row to be sent once resumed") { server.ledger.count == 20 }
    }
  }
}
