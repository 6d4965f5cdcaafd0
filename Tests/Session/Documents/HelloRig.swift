import TestSupport

/// A server of greetings, and a person who calls it by keys from a folder of their own.
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

  /// Replaces weir.yaml in the editor.
  func edit(_ parts: String...) throws {
    let gateways = """
      gateway: sampleDogma
      gateways:
        sampleDogma:
          url: \(server.url)
          options: {attempts: 1}
          parsers: {application/json: json}

      """
    try home.haveReady(gateways + parts.joined())
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

  func save(_ name: String) throws {
    try session.press("C-s")
    try session.expect("Save the request as")
    try session.type(name)
    try session.press("Enter")
  }

  /// Sends the request and waits for its response.
  func send(_ job: Int, _ text: String) throws {
    try session.press("s")
    try session.expect("· #\(job) ")
    try session.expect(text)
  }
}
