import Foundation
import TestSupport
import TestTraits
import Testing

/// A value of a response that is stored under a name.
@Suite(.usesSystem(minutes: 2)) struct StoreValueStoryTests {
  @Test func `a value becomes a shared value or a variable, and too large a one neither`()
    async throws
  {
    try await onOwnThread {
      let long = String(repeating: "x", count: 70_000)
      let body = #"{"token":"a\"b","list":[1, 2],"long":"\#(long)"}"#
      let server = try RecorderServer(
        response: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
      let home = try WeirHome()
      try home.folder.write("work/weir.yaml", "name: Shop\nenvironment: dev\n")
      let variables = "# Ours.\nenvironments:\n  dev:\n    base: x  # here\n  live: {}\n"
      try home.folder.write("work/environments.yaml", variables)
      #expect(try home.run("trust").code == 0)
      #expect(try home.run("send", server.url).code == 0)
      let session = try TmuxSession.open(home)
      try session.press("2", "Enter", "3")
      try session.expect("token")
      try session.press("j", "u", "s")
      try session.expect("Store the value as: token")
      try session.press("Enter")
      try session.expect("Store the value as token?")
      try session.expect("As a shared value, encrypted")
      try session.press("Enter")
      try session.expect("token was set.")
      #expect(try home.run("value", "get", "token").errorOutput.contains("It is secret."))
      #expect(try home.run("value", "get", "token", "--reveal").output == "a\"b")

      try session.press("j", "u", "s")
      try session.expect("Store the value as: list")
      try session.press("Enter")
      try session.expect("As a variable of the environment dev")
      try session.press("Left", "Left", "Enter")
      try session.expect("list was set in the environment dev.")
      let file = try String(
        contentsOfFile: home.workingFolder + "/environments.yaml", encoding: .utf8)
      #expect(
        file
          == "# Ours.\nenvironments:\n  dev:\n    base: x  # here\n    list: \"[1,2]\"\n  live: {}\n"
      )
      #expect(try !session.screen().contains("NOT TRUSTED"))

      try session.press("G", "u", "s")
      try session.expect("Store the value as: long")
      try session.press("Enter", "Enter")
      try session.expect("The limit is 64 KiB")
    }
  }
}
