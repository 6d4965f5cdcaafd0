import Foundation
import TestSupport
import TestTraits
import Testing

/// Finding in a response, by keys on a real screen.
@Suite(.usesSystem(minutes: 5)) struct SearchTests {
  @Test func `an expression opens the folded part its hit is in, and keeps its modes`()
    async throws
  {
    try await onOwnThread {
      let server = try AnsweringServer { _ in
        AnsweringServer.response(
          200,
          #"{"a":{"b":{"c":{"d":[{"caf\u00e9":"tea\/7"},{"caf\u00e9":"tea\/x"},{"k":"tea\/8"}]}}},"tea":1}"#,
          type: "application/json")
      }
      let home = try WeirHome()
      #expect(try home.run("send", "\(server.url)/one").code == 0)
      let session = try TmuxSession.open(home)
      try session.press(",", "h")
      try session.expect("/one")
      try session.press("Enter")
      try session.expect("Tree")
      try session.press("z", "-")
      try session.press("/", "M-r")
      try session.expect("Find regex:")
      try session.type("^tea/\\d")
      try session.press("(")
      try session.expect("Missing closing parenthesis.")
      try session.press("Enter")
      try session.expect("Find regex: ^tea/\\d(")
      try session.press("BSpace", "$")
      try session.press("Enter")
      try session.expect("1 of 2")
      try session.expect(#"café: "tea/7""#)
      try session.press("n")
      try session.expect("2 of 2")
      try session.expect(#"k: "tea/8""#)
      try session.press("N")
      try session.expect("1 of 2")
      try session.press("/", "M-s")
      try session.expect("Find regex in keys:")
      try session.type("^café$")
      try session.press("Enter")
      try session.expect("/^café$/ in keys 1 of 2")
      try session.press("/", "M-r", "M-s", "M-c")
      try session.expect("Find in values, exact case:")
      try session.type("TEA")
      try session.press("Enter")
      try session.expect("\"TEA\" in values was not found.")
    }
  }
}
