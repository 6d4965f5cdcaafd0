import TestSupport

/// A server of greetings, and an interface that calls it.
struct HelloRig {
  let server: AnsweringServer
  let home: WeirHome
  let session: TmuxSession

  init() throws {
    server = try HelloServer.start()
    home = try WeirHome()
    session = try TmuxSession.open(
      home, width: 180, height: 46, environment: ["EDITOR": try home.editor()])
  }

  /// Opens weir.yaml in the editor, and replaces it by the default gateway and what follows it.
  func edit(_ parts: String...) throws {
    try home.setEdited(gateway: "sampleDogma", server.url, more: parts.joined())
    try session.editGateways()
  }

  let anotherDogma = "  anotherDogma: {extends: sampleDogma, parsers: {application/xml: xml}}\n"
  var addresses: String {
    """
    servers: {apisvr: "\(server.url)"}
    endpoints:
      hello: {server: apisvr, path: /v1/hello}
      greet: {path: /api/hello/$0/$1, tokens: {$0: "", $1: ""}}

    """
  }
}
