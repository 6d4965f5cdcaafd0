import TestSupport
import TestTraits
import Testing

/// Keys that come at once, in a real terminal.
@Suite(.usesSystem(minutes: 5)) struct BurstStoryTests {
  @Test func `each key of a burst counts, and the store has what the screen shows`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      _ = try home.run("queue", "pause")
      for path in ["a", "b", "c", "d"] { try home.add("http://127.0.0.1:9/\(path)") }
      let session = try TmuxSession.open(home)
      try session.press("2", "g")
      try session.keys("+", "+", "+", "+", "+", "J", "J", "H", "H", "p", "p", "p", "p")
      // The program was idle before the keys arrived, so being idle does not show that they did.
      try session.expect("127.0.0.1:9  0/7")
      try session.untilIdle { () throws(RigError) in try session.press("j") }
      let lanes = try home.run("queue", "lanes", "--format", "json").output
      #expect(lanes.contains("\"limit\" : 7"), "\(lanes)")
      let list = try home.run("queue", "list", "--format", "json").output
      let places = try ["a", "b", "c", "d"].map { path in
        try #require(list.range(of: ":9/\(path)")).lowerBound
      }
      #expect(places[1] < places[2] && places[2] < places[0] && places[0] < places[3])
      #expect(!list.contains("\"held\""))
    }
  }

  @Test func `a key that arrives in two parts is one key within ESCDELAY`() async throws {
    try await onOwnThread {
      let session = try TmuxSession.open(try WeirHome(), environment: ["ESCDELAY": "20000"])
      try session.press("1", "i")
      try session.type("ab")
      try session.expect("ab")
      try session.keys("Escape")
      try session.keys("[", "D")
      try session.type("X")
      try session.expect("aXb")
    }
  }
}
