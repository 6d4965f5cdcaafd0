import Foundation
import TestSupport
import TestTraits
import Testing

/// Bodies in other charsets than UTF-8, from the server to what a person or a program gets.
@Suite(.usesSystem) struct CharsetTests {
  /// Bodies by path, with their content types.
  private static let bodies: [String: (type: String, bytes: [UInt8])] = [
    "/greek": (
      "application/json; charset=windows-1253",
      Array("{\"a\":\"".utf8) + [0xC1, 0xC8, 0xC7, 0xCD, 0xC1] + Array("\"}".utf8)
    ),
    "/chinese": (
      "application/json;charset=gbk",
      Array("{\"a\":\"".utf8) + [0xB1, 0xB1, 0xBE, 0xA9] + Array("\"}".utf8)
    ),
    "/wide": (
      "application/json",
      [0xFF, 0xFE]
        + Array("{\"a\":\"\u{2603}💩\"}".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    ),
    "/wrong": ("application/json; charset=nonsense", Array("{\"a\":\"\u{FC}\"}".utf8)),
    "/broken": (
      "application/json; charset=nonsense", Array("{\"a\":\"".utf8) + [0xFC] + Array("\"}".utf8)
    ),
    "/binary": ("application/octet-stream; charset=windows-1252", [0x00, 0xFF, 0x01]),
    "/silent": ("text/plain", [0xC3, 0xBC, 0x20, 0xE4]),
    "/large": (
      "application/json; charset=utf-16",
      Array(("{\"a\":\"" + String(repeating: "ü", count: 100_000) + "\",\"b\":\"\u{2603}\"}").utf16)
        .flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    ),
  ]

  private func server() throws -> ConnectionServer {
    try ConnectionServer { connection in
      while let request = connection.takeRequest() {
        let body = Self.bodies[request.target] ?? ("text/plain", [])
        let head =
          "HTTP/1.1 200 OK\r\nContent-Type: \(body.type)\r\nContent-Length: \(body.bytes.count)\r\n\r\n"
        guard connection.send(Array(head.utf8) + body.bytes) else { return }
      }
    }
  }

  private static func printed(by home: WeirHome, _ arguments: String...) throws -> [UInt8] {
    let child = try home.start(arguments)
    _ = try child.wait()
    return child.output
  }

  @Test func `filters, assertions and data are about the text, and stored bytes stay`() async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      let server = try self.server()
      let url = "http://127.0.0.1:\(server.port)"
      for (path, text) in [("/greek", "ΑΘΗΝΑ"), ("/chinese", "北京"), ("/wide", "\u{2603}💩")] {
        let sent = try home.run(
          "send", url + path, "--filter", ".a", "-r", "--assert", ".a == \"\(text)\"")
        #expect(sent.output == text + "\n" && sent.code == 0, "\(path): \(sent.errorOutput)")
      }
      let large = try home.run("send", url + "/large", "--filter", ".b", "-r")
      #expect(large.output == "\u{2603}\n")
      for (id, path) in [("1", "/greek"), ("2", "/chinese"), ("3", "/wide"), ("4", "/large")] {
        #expect(try Self.printed(by: home, "show", id, "--body") == Self.bodies[path]?.bytes)
      }
    }
  }

  @Test func `an unknown charset is reported and never guessed`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let server = try self.server()
      let url = "http://127.0.0.1:\(server.port)"
      let sent = try home.run("send", url + "/wrong", "--filter", ".a", "-r")
      #expect(sent.output == "\u{FC}\n")
      #expect(
        sent.errorOutput.contains("The charset \"nonsense\" is unknown; the body is read as UTF-8.")
      )
      let checked = try home.run("send", url + "/broken", "--assert", ".a == \"\u{FC}\"")
      #expect(checked.code == 1)
      #expect(checked.errorOutput.contains("The charset \"nonsense\" is unknown"))
    }
  }

  @Test func `JSON output has the text of a known charset, and reports an unknown one`()
    async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      let server = try self.server()
      let url = "http://127.0.0.1:\(server.port)"
      func record(_ arguments: String...) throws -> [String: Any] {
        let printed = try home.run(arguments + ["--format", "json"])
        let object = try #require(
          try JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? [String: Any])
        return try #require(object["response"] as? [String: Any])
      }
      let texts = [("/greek", "ΑΘΗΝΑ"), ("/chinese", "北京"), ("/wide", "\u{2603}💩")]
      for (path, text) in texts {
        let response = try record("send", url + path)
        #expect(response["body"] as? String == "{\"a\":\"\(text)\"}", "\(path)")
        #expect(response["bodyBase64"] == nil && response["charsetProblem"] == nil, "\(path)")
      }
      let problem = "The charset \"nonsense\" is unknown; the body is read as UTF-8."
      let wrong = try record("send", url + "/wrong", "--assert", ".a == \"\u{FC}\"")
      #expect(wrong["body"] as? String == "{\"a\":\"\u{FC}\"}")
      #expect(wrong["charsetProblem"] as? String == problem)
      // Bytes that are not text in the charset lose nothing.
      let broken = try record("send", url + "/broken", "--assert", ".a == \"\u{FC}\"")
      #expect(
        broken["bodyBase64"] as? String
          == Data(Self.bodies["/broken"]?.bytes ?? []).base64EncodedString())
      #expect(broken["charsetProblem"] as? String == problem)
      let binary = try record("send", url + "/binary")
      #expect(binary["body"] == nil && binary["bodyBase64"] as? String == "AP8B")
      let chosen = try record("show", "1", "--charset", "latin1")
      #expect(chosen["body"] as? String == "{\"a\":\"ÁÈÇÍÁ\"}")
    }
  }

  @Test func `the rows of a batch report an unknown charset`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let server = try self.server()
      try home.folder.write("work/rows.csv", "path\ngreek\nwrong\n")
      let url = "http://127.0.0.1:\(server.port)/{{path}}"
      #expect(try home.run("queue", "add", "--each", "rows.csv", url).code == 0)
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      let rows = try home.run("show", "g1", "--rows").output
      #expect(rows.contains(#""body":{"a":"ΑΘΗΝΑ"}}"#), "\(rows)")
      #expect(
        rows.contains(
          #""body":{"a":"ü"},"charsetProblem":"The charset \"nonsense\" is unknown; "#), "\(rows)")
    }
  }

  @Test func `the user's charset replaces the declared one, also in a pipe`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let server = try self.server()
      let url = "http://127.0.0.1:\(server.port)"
      let sent = try home.run("send", url + "/silent", "--charset", "latin1")
      #expect(sent.output == "Ã¼ ä")
      #expect(try home.run("show", "1", "--body", "--charset", "koi8-r").output == "ц╪ Д")
      #expect(try Self.printed(by: home, "show", "1", "--body") == Self.bodies["/silent"]?.bytes)
      let unknown = try home.run("show", "1", "--body", "--charset", "utf-7")
      #expect(unknown.code == 2 && unknown.errorOutput.contains("utf-7 is not a valid value"))
      let large = try home.run("send", url + "/large", "--charset", "utf-16le")
      #expect(large.output.hasSuffix("\u{2603}\"}"))
    }
  }
}
