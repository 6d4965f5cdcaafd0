import Foundation
import TestSupport
import TestTraits
import Testing

/// Which responses are read, by their stated type.
@Suite(.serialized, .usesSystem(minutes: 5)) struct ResponseReadingTests {
  /// Sends to a gateway that reads JSON.
  private func send(_ response: String) throws -> (WeirHome, WeirHome.Finished) {
    let server = try RecorderServer(response: response)
    let home = try WeirHome.with(
      gateways: """
        gateway: api
        gateways: {api: {url: "\(server.url)", parsers: {application/json: json}}}
        """)
    let sent = try home.run("send", "--check", "/a")
    server.stop()
    return (home, sent)
  }

  @Test func `J20 no body passes, bad JSON is an error with its response, other types pass`()
    async throws
  {
    try await onOwnThread {
      #expect(try send(written(200, "")).1.code == 0)
      #expect(try send(written(200, "{broken", type: "text/plain")).1.code == 0)
      let (home, refused) = try send(written(200, "{\n broken"))
      #expect(refused.code != 0)
      #expect(refused.errorOutput.contains("Line 2"), "\(refused.errorOutput)")
      #expect(try home.run("show", "1", "--body").output == "{\n broken")
      #expect(try home.run("queue", "list", "--state", "failed").output.contains("/a"))
    }
  }

  @Test(arguments: [
    "application/json; charset=utf-8", "Application/JSON", "application/problem+json",
  ])
  func `T-J11 a type is found whatever its case, parameters and suffix`(_ type: String)
    async throws
  {
    try await onOwnThread {
      let (home, good) = try send(written(200, "{}", type: type))
      #expect(good.code == 0)
      let record = try home.run("show", "1", "--format", "json").output
      #expect(record.contains(#""name" : "json""#), "\(record)")
      let (_, bad) = try send(written(200, "{broken", type: type))
      #expect(bad.code != 0 && bad.errorOutput.contains("Line 1"), "\(bad.errorOutput)")
    }
  }
}
