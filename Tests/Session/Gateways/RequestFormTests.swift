import Foundation
import TestSupport
import TestTraits
import Testing

/// What a request line becomes on the wire, and what a response is to the one who sent it.
@Suite(.serialized, .usesSystem(minutes: 5)) struct RequestFormTests {
  @Test func `J2 each method goes out by its name, with path, query, headers and body`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome.with(
        gateways: "gateway: api\ngateways: {api: {url: \"\(server.url)/v1\"}}\n")
      for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
        let sent = try home.run("send", method, "/things/7", "X-A:b", "q==1", "n:=2")
        #expect(sent.code == 0, "\(sent.errorOutput)")
      }
      let requests = server.takeAll()
      #expect(requests.map(\.method) == ["GET", "POST", "PUT", "PATCH", "DELETE"])
      for request in requests {
        #expect(request.target == "/v1/things/7?q=1")
        #expect(request.header("X-A") == "b")
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"n": 2}"#)
      }
    }
  }

  @Test func `J3 each method has defaults of its own before those of all`() async throws {
    try await onOwnThread {
      let target = try RecorderServer()
      let server = try RecorderServer(
        response: written(302, "moved", type: "text/plain", "Location: \(target.url)/new\r\n"))
      let home = try WeirHome.with(
        gateways: """
          gateway: api
          gateways:
            api:
              url: \(server.url)
              headers: {X-All: "1", X-Kind: all}
              methods:
                post: {headers: {X-Kind: post}, options: {max-redirects: 0}}
          """)
      #expect(try home.run("send", "/a").output == "ok")
      #expect(try home.run("send", "POST", "/a").output == "moved")
      #expect(target.takeAll().map(\.target) == ["/new"])
      let requests = server.takeAll()
      #expect(requests.map(\.method) == ["GET", "POST"])
      #expect(requests.map { $0.header("X-All") } == ["1", "1"])
      #expect(requests.map { $0.header("X-Kind") } == ["all", "post"])
    }
  }

  @Test func `J4 an error status is a response with its body, and every address is shown`()
    async throws
  {
    try await onOwnThread {
      let target = try RecorderServer(response: written(404, #"{"error":"gone"}"#))
      let server = try RecorderServer(
        response: written(302, "", "Location: \(target.url)/new\r\n"))
      let home = try WeirHome()
      let sent = try home.run("send", server.url + "/old")
      #expect(sent.code == 0 && sent.output == #"{"error":"gone"}"#)
      #expect(try home.run("send", "--check", server.url + "/old").code == 1)
      let shown = try home.run("show", "1", "--format", "json")
      let record = try #require(
        try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any])
      #expect(record["status"] as? Int == 404 && record["state"] as? String == "failed")
      #expect(record["source"] as? String == "network")
      let attempts = try #require(record["attempts"] as? [[String: Any]])
      #expect(
        attempts.compactMap { $0["url"] as? String } == [server.url + "/old", target.url + "/new"])
    }
  }

  @Test
  func `J6 T-J14 values of one name repeat, names stand alone, the path stands behind the base`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome.with(
        gateways: "gateway: api\ngateways: {api: {url: \"\(server.url)/v1/\"}}\n")
      let sent = try home.run("send", "/list?flag", "tag[]==x", "tag[]==y", "n==1", "none==")
      #expect(sent.code == 0, "\(sent.errorOutput)")
      #expect(
        server.takeAll().map(\.target) == ["/v1/list?flag&tag%5B%5D=x&tag%5B%5D=y&n=1&none="])
    }
  }

  @Test func `J7 T-J10 a redirect that is not followed is the response, body and all`() async throws
  {
    try await onOwnThread {
      let target = try RecorderServer()
      let server = try RecorderServer(
        response: written(302, "moved", type: "text/plain", "Location: \(target.url)/new\r\n"))
      let home = try WeirHome()
      let stayed = try home.run("send", "--max-redirects", "0", server.url + "/old")
      #expect(stayed.code == 0 && stayed.output == "moved")
      #expect(target.takeAll().isEmpty)
      let shown = try home.run("show", "1", "--headers").output
      #expect(shown.contains("302") && shown.contains("\(target.url)/new"), "\(shown)")
      #expect(try home.run("send", server.url + "/old").output == "ok")
    }
  }

  @Test func `J29 all that a gateway is stands in one place and works together`() async throws {
    try await onOwnThread {
      let server = try RecorderServer(response: written(200, #"{"status":0,"data":{"id":7}}"#))
      let home = try WeirHome.with(
        gateways: """
          gateway: api
          gateways:
            api:
              url: \(server.url)/v1
              headers: {X-Client: weir}
              query: {lang: en}
              auth: {bearer: "env:TOKEN"}
              encode: form
              options: {timeout: 20, attempts: 1}
              lane: {limit: 4, rate: 50}
              cache: {read: fresh, store-for: 300}
              methods: {post: {headers: {X-Method: post}}}
              parsers: {application/json: json}
              middleware: {response: [{root: /data}]}
              outcome: {success: {at: {/status: 0}}, code: /status}
              stubs: [{path: /stub, body: '{"status":3,"data":{}}'}]
          """)
      let secret = ["TOKEN": "t0ken"]
      #expect(try home.run("send", "/a", environment: secret).code == 0)
      #expect(try home.run("send", "/a", environment: secret).code == 0)
      let first = server.takeAll()
      #expect(first.map(\.target) == ["/v1/a?lang=en"], "the second is served by the cache")
      #expect(first.first?.header("X-Client") == "weir")
      #expect(first.first?.header("Authorization") == "Bearer t0ken")
      #expect(try home.run("show", "1", "--data").output == #"{"id":7}"#)
      #expect(try home.run("send", "POST", "/b", "n:=1", environment: secret).code == 0)
      let posted = try #require(server.takeAll().first)
      #expect(posted.header("X-Method") == "post")
      #expect(String(decoding: posted.body, as: UTF8.self) == "n=1")
      let stub = try home.run("send", "--stub", "/stub", "--check", environment: secret)
      #expect(stub.code == 1, "the outcome rule judges it: \(stub.errorOutput)")
      #expect(server.takeAll().isEmpty)
      #expect(try home.run("queue", "add", "/c", environment: secret).code == 0)
      let lanes = try home.run("queue", "list", "--lane", "api", "--state", "waiting").output
      #expect(lanes.contains("/v1/c"), "\(lanes)")
    }
  }
}
