import Foundation
import TestSupport
import TestTraits
import Testing

/// Lists in pages through the program (B17).
@Suite(.serialized, .usesSystem(minutes: 5)) struct PagingTests {
  /// Hands out `pages` pages of two items each, `Link` from one to the next; the page `broken` is
  /// answered with 500.
  private func server(pages: Int, broken: Int = 0) throws -> ConnectionServer {
    try ConnectionServer { connection in
      while let request = connection.takeRequest() {
        let page = request.query("page").flatMap { Int($0) } ?? 1
        let body = #"{"total":\#(pages * 2),"items":[{"id":\#(page * 2 - 1)},{"id":\#(page * 2)}]}"#
        let status = page == broken ? 500 : 200
        var head = "HTTP/1.1 \(status) Reported\r\nContent-Type: application/json\r\n"
        if page < pages { head += "Link: </list?page=\(page + 1)>; rel=\"next\"\r\n" }
        head += "Content-Length: \(body.utf8.count)\r\n\r\n"
        guard connection.send(head + body), request.keepsAlive else { return }
      }
    }
  }

  private func ids(_ text: String) throws -> [Int] {
    struct List: Decodable {
      struct Item: Decodable { var id: Int }
      var total: Int
      var items: [Item]
    }
    return try JSONDecoder().decode(List.self, from: Data(text.utf8)).items.map(\.id)
  }

  @Test func `B17 send prints the pages of a list as one, each a job of its own`() async throws {
    try await onOwnThread {
      let server = try server(pages: 4)
      let home = try WeirHome()
      let url = "http://127.0.0.1:\(server.port)/list"
      let all = try home.run("send", "--pages", "50", url)
      #expect(all.code == 0 && all.errorOutput.isEmpty, "\(all.errorOutput)")
      #expect(try ids(all.output) == Array(1...8))
      #expect(try home.jobs().count == 4)
      let some = try home.run("send", "--pages", "3", url)
      #expect(try ids(some.output) == Array(1...6))
      #expect(some.errorOutput == "There are more pages than the 3 requested.\n")
      let json = try home.run("send", "--pages", "2", "--format", "json", url)
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      #expect(object["pages"] as? [Int] == [9] && object["id"] as? Int == 8)
      let response = try #require(object["response"] as? [String: Any])
      #expect(try ids(response["body"] as? String ?? "") == Array(1...4))
      // Without the option a page is a page, and what is kept of the first job is its own response.
      #expect(try ids(home.run("send", url).output) == [1, 2])
      #expect(try ids(home.run("show", "1", "--body").output) == [1, 2])
    }
  }

  @Test func `pages follow the rule of a gateway, and a list that cannot be paged says so`()
    async throws
  {
    try await onOwnThread {
      // Pages of two items, of seven in all, without a Link header.
      let server = try ConnectionServer { connection in
        while let request = connection.takeRequest() {
          let from = request.query("from").flatMap { Int($0) } ?? 0
          let items = (from..<min(from + 2, 7)).map { "{\"id\":\($0)}" }.joined(separator: ",")
          let body = "{\"total\":7,\"items\":[\(items)],\"facets\":[1]}"
          let head = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
          guard connection.send(head + body), request.keepsAlive else { return }
        }
      }
      let home = try WeirHome()
      let url = "http://127.0.0.1:\(server.port)"
      let plain = try home.run("send", "--pages", "9", url + "/list")
      #expect(try plain.code == 0 && ids(plain.output) == [0, 1])
      #expect(
        plain.errorOutput.contains("This list cannot be paged: its response has no Link header"))
      try home.folder.write(
        "work/weir.yaml",
        "gateways:\n  api: {url: \"\(url)\", paging: {offset: from, total: /total, items: /items}}\n"
      )
      let all = try home.run("send", "--gateway", "api", "--pages", "9", "/list")
      #expect(all.code == 0 && all.errorOutput.isEmpty, "\(all.errorOutput)")
      #expect(try ids(all.output) == Array(0..<7))
    }
  }

  @Test func `B17 pages are joined by their text, whatever charset each declares`() async throws {
    try await onOwnThread {
      // The first page is windows-1253, the second UTF-16, the third of an unknown charset.
      let pages: [(charset: String, body: [UInt8])] = [
        ("windows-1253", Array("{\"items\":[\"".utf8) + [0xC1, 0xC8] + Array("\"]}".utf8)),
        (
          "utf-16le",
          Array("{\"items\":[\"ü\"]}".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        ),
        ("nonsense", Array("{\"items\":[\"é\"]}".utf8)),
      ]
      let server = try ConnectionServer { connection in
        while let request = connection.takeRequest() {
          let number = request.query("page").flatMap { Int($0) } ?? 1
          let page = pages[number - 1]
          var head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=\(page.charset)\r\n"
          if number < pages.count { head += "Link: </?page=\(number + 1)>; rel=\"next\"\r\n" }
          head += "Content-Length: \(page.body.count)\r\n\r\n"
          guard connection.send(Array(head.utf8) + page.body), request.keepsAlive else { return }
        }
      }
      let home = try WeirHome()
      let url = "http://127.0.0.1:\(server.port)/"
      let problem = "The charset \"nonsense\" is unknown; the body is read as UTF-8."
      let two = try home.run("send", "--pages", "2", url)
      #expect(two.code == 0 && two.output == #"{"items":["ΑΘ","ü"]}"#, "\(two.errorOutput)")
      let all = try home.run("send", "--pages", "9", url, "--filter", ".items | join(\"-\")", "-r")
      #expect(all.output == "ΑΘ-ü-é\n" && all.errorOutput.contains(problem), "\(all.errorOutput)")
      let json = try home.run("send", "--pages", "9", "--format", "json", url)
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      let response = try #require(object["response"] as? [String: Any])
      #expect(response["body"] as? String == #"{"items":["ΑΘ","ü","é"]}"#)
      #expect(response["charsetProblem"] as? String == problem)
      // The interface appends them as well, and shows the joined text as UTF-8.
      let session = try TmuxSession.open(home)
      try session.typeURL(url)
      try session.press("s")
      try session.expect("items: [1]")
      try session.press("3", "+")
      try session.expect("items: [2]")
      try session.expect("ΑΘ")
      try session.expect("ü")
    }
  }

  @Test func `B17 a page that fails leaves what there is, and the command says so`() async throws {
    try await onOwnThread {
      let server = try server(pages: 4, broken: 3)
      let home = try WeirHome()
      let url = "http://127.0.0.1:\(server.port)/list"
      let sent = try home.run("send", "--pages", "9", url)
      #expect(try ids(sent.output) == Array(1...4))
      #expect(sent.code == 2 && sent.errorOutput.contains("The next page was not appended."))
      #expect(sent.errorOutput.contains("with status 500"))
      for number in ["0", "51"] {
        let refused = try home.run("send", "--pages", number, url)
        #expect(
          refused.code == 2 && refused.errorOutput.contains("The number must be from 1 to 50."))
      }
    }
  }

  @Test func `B17 a key appends the next page to the tree, and sending again replaces it`()
    async throws
  {
    try await onOwnThread {
      let server = try server(pages: 2)
      let home = try WeirHome()
      let session = try TmuxSession.open(home)
      try session.typeURL("http://127.0.0.1:\(server.port)/list")
      try session.press("s")
      try session.expect("items: [2]")
      try session.press("3", "+")
      try session.expect("items: [4]")
      try session.expect("2 pages")
      try session.press("+")
      try session.expect("There is no next page.")
      try session.press("1", "s")
      try session.expect("items: [2]")
    }
  }
}
