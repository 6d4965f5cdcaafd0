import TestSupport

/// Responds to the calls of the HJRestClientManager document: greetings that echo a name in several formats.
enum HelloServer {
  static func start() throws(RigError) -> AnsweringServer {
    try AnsweringServer { request in
      let words = request.path.split(separator: "/").map(String.init)
      switch (request.method, words.first, words.dropFirst().first) {
      case ("GET", "hello", nil):
        return AnsweringServer.response(
          200, "hello \(request.target)", type: "text/plain", "X-Served-By: hydra\r\n")
      case ("POST", "v1", "hello"), ("POST", "hello", nil):
        return AnsweringServer.response(200, String(decoding: request.body, as: UTF8.self))
      case ("POST", "v2", "hello"):
        return AnsweringServer.response(
          200, "<res><name>balrog</name></res>", type: "application/xml")
      case ("GET", "list", nil):
        return AnsweringServer.response(200, #"[{"name":"gandalf"},{"name":"balrog"}]"#)
      case ("GET", "api", "hello") where words.count == 2:
        let fields = "ETag: \"h1\"\r\nCache-Control: max-age=3600\r\n"
        return request.header("If-None-Match") == nil
          ? AnsweringServer.response(200, #"{"name":"gandalf"}"#, type: "application/json", fields)
          : AnsweringServer.response(304, "", type: "application/json", fields)
      case ("GET", "api", "hello"):
        return AnsweringServer.response(200, #"{"name":"\#(words[2])"}"#)
      case (_, "status", let status?):
        return AnsweringServer.response(Int(status) ?? 500, "{}")
      default: return AnsweringServer.response(404, "{}")
      }
    }
  }
}
