import TestSupport

/// A gateway, a push service, and an interface that calls them.
struct JustAPIsRig {
  let server: GatedServer
  let push: ServiceRig
  let home: WeirHome
  let session: TmuxSession

  init() throws {
    server = try GatedServer(holding: "/slow", Self.response)
    push = try ServiceRig(.push)
    home = try WeirHome()
    session = try TmuxSession.open(
      home, width: 180, height: 46, environment: ["EDITOR": try home.editor()])
  }

  /// Opens weir.yaml in the editor, and replaces it by the default gateway and what follows it.
  func edit(_ more: String = "") throws {
    try home.setEdited(gateway: "justapi", server.url + "/", more: more)
    try session.editGateways()
  }

  private static func response(_ request: HTTPRequest) -> String {
    switch request.path {
    case "/slow": return AnsweringServer.response(200, "{}")
    case "/foo":
      let id = request.query("id") ?? "0"
      return AnsweringServer.response(200, #"{"id":\#(id),"method":"\#(request.method)"}"#)
    case "/broken": return AnsweringServer.response(200, "{broken")
    case "/text": return AnsweringServer.response(200, "{broken", type: "text/plain")
    default: return AnsweringServer.response(404, "{}")
    }
  }
}
