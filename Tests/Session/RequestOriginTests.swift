import Foundation
import TestSupport
import TestTraits
import Testing

/// Where requests arrive whose URLs hold a separator with a combining mark behind it: at the server that
/// stands before the separator, and nowhere else.
@Suite(.serialized, .usesSystem(minutes: 5)) struct RequestOriginTests {
  static let mark = "\u{301}"

  private struct Rig {
    let intended: AnsweringServer
    let other: AnsweringServer
    let home: WeirHome

    /// What stands behind the separator and must not be read as the host.
    var bait: String { "\(RequestOriginTests.mark)@127.0.0.1:\(Self.port(other))/" }

    init(_ response: @escaping @Sendable (HTTPRequest, String) -> String) throws {
      let other = try AnsweringServer { _ in AnsweringServer.response() }
      let bait = "\(RequestOriginTests.mark)@127.0.0.1:\(Self.port(other))/"
      intended = try AnsweringServer { response($0, bait) }
      self.other = other
      home = try WeirHome()
    }

    func expectNothingElsewhere() {
      #expect(other.lines.isEmpty, "\(other.requests)")
    }

    private static func port(_ server: AnsweringServer) -> Substring {
      server.url.split(separator: ":").last ?? ""
    }
  }

  @Test(arguments: ["/", "?", "#"]) func `a typed URL`(separator: String) async throws {
    try await onOwnThread {
      let rig = try Rig { _, _ in AnsweringServer.response() }
      let sent = try rig.home.run(
        "send", "-a", "me:pw", rig.intended.url + separator + rig.bait)
      #expect(sent.code == 0, "\(sent.errorOutput)")
      #expect(rig.intended.requests.count == 1)
      rig.expectNothingElsewhere()
    }
  }

  @Test func `a redirect`() async throws {
    try await onOwnThread {
      let rig = try Rig { request, bait in
        request.target == "/go"
          ? AnsweringServer.response(
            302, "", "Location: http://\(request.header("host") ?? "")/\(bait)\r\n")
          : AnsweringServer.response()
      }
      let sent = try rig.home.run("send", "-a", "me:pw", rig.intended.url + "/go")
      #expect(sent.code == 0, "\(sent.errorOutput)")
      #expect(rig.intended.requests.count == 2)
      rig.expectNothingElsewhere()
    }
  }

  @Test func `a value of the command line`() async throws {
    try await onOwnThread {
      let rig = try Rig { _, _ in AnsweringServer.response() }
      let sent = try rig.home.run(
        "send", "--var", "id=/\(rig.bait)", "--var", "q=\(Self.mark)=1",
        rig.intended.url + "/{{id}}", "q=={{q}}")
      #expect(sent.code == 0, "\(sent.errorOutput)")
      #expect(rig.intended.lines.first?.hasPrefix("GET /") == true)
      rig.expectNothingElsewhere()
    }
  }

  @Test func `a query item whose value begins with a mark stays one`() async throws {
    try await onOwnThread {
      let rig = try Rig { _, _ in AnsweringServer.response() }
      let sent = try rig.home.run("send", rig.intended.url + "/x", "q==\(Self.mark)x")
      #expect(sent.code == 0, "\(sent.errorOutput)")
      #expect(rig.intended.lines == ["GET /x?q=%CC%81x"])
    }
  }

  @Test func `a row brings values, not the server, and an absolute URL no credentials`()
    async throws
  {
    try await onOwnThread {
      let rig = try Rig { _, _ in AnsweringServer.response() }
      try rig.home.folder.write(
        "work/rows.csv", "id,n\n/\(rig.bait),1\n?\(rig.bait),2\n#\(rig.bait),3\n")
      let added = try rig.home.run(
        "queue", "add", "--each", "rows.csv", "-a", "me:pw", "GET",
        rig.intended.url + "/{{id}}/{{n}}")
      #expect(added.code == 0, "\(added.errorOutput)")
      try rig.home.folder.write("work/hosts.csv", "host\n127.0.0.1\n127.0.0.2\n")
      let refused = try rig.home.run(
        "queue", "add", "--each", "hosts.csv", "GET", "http://{{host}}/x")
      #expect(refused.code == 2, "\(refused.errorOutput)")
      #expect(
        refused.errorOutput.contains("cannot be used before the path"), "\(refused.errorOutput)")
      try rig.home.folder.write("work/links.csv", "link\n\(rig.other.url)/a\n\(rig.other.url)/b\n")
      let absolute = try rig.home.run(
        "queue", "add", "--each", "links.csv", "-a", "me:pw", "GET", "{{link}}", "Cookie:a=b")
      #expect(
        absolute.code == 0 && absolute.errorOutput.contains("without credentials"),
        "\(absolute.errorOutput)"
      )
      #expect(try rig.home.run("queue", "run", "--until-idle").code == 0)
      #expect(rig.intended.requests.count == 3)
      #expect(rig.intended.requests.allSatisfy { $0.header("authorization") != nil })
      #expect(rig.other.lines.sorted() == ["GET /a", "GET /b"])
      for request in rig.other.requests {
        #expect(request.header("authorization") == nil && request.header("cookie") == nil)
      }
    }
  }

  @Test func `a response that fills the next step of a graph`() async throws {
    try await onOwnThread {
      let rig = try Rig { request, bait in
        guard request.target == "/first" else { return AnsweringServer.response() }
        let link =
          "http://" + String(decoding: bait.utf8.dropFirst(Self.mark.utf8.count + 1), as: UTF8.self)
        return AnsweringServer.response(200, "{\"id\": \"/\(bait)\", \"link\": \"\(link)\"}")
      }
      let files = [
        "weir.yaml":
          "name: Origins\ngateway: api\ngateways:\n  api:\n    url: \(rig.intended.url)\n"
          + "    auth: {bearer: \"env:TOKEN\"}\n",
        "requests/first.yaml": "url: /first\n",
        "requests/next.yaml": "url: \"/items/{{id}}\"\n",
        "requests/follow.yaml": "url: \"{{link}}\"\n",
        "graphs/flow.yaml": """
        steps:
          first: {request: first}
          next: {request: next, inputs: {id: {from: first, pointer: /id}}}
          follow: {request: follow, inputs: {link: {from: first, pointer: /link}}}
        """,
      ]
      for (path, text) in files { try rig.home.folder.write("work/\(path)", text) }
      #expect(try rig.home.run("trust").code == 0)
      let run = try rig.home.run(["run", "flow"], environment: ["TOKEN": "t0ken"])
      #expect(run.code == 0, "\(run.output) \(run.errorOutput)")
      #expect(rig.intended.requests.count == 2)
      #expect(rig.intended.requests.allSatisfy { $0.header("authorization") == "Bearer t0ken" })
      #expect(rig.other.requests.count == 1)
      #expect(rig.other.requests.allSatisfy { $0.header("authorization") == nil })
    }
  }
}
