import Foundation
import TestSupport
import TestTraits
import Testing

/// A graph that is assembled by keys, against a server.
@Suite(.serialized, .usesSystem(minutes: 5)) struct GraphDraftStoryTests {
  private let body = #"{"user":{"token":"t-17"}}"#

  private func server() throws(RigError) -> RecorderServer {
    try RecorderServer(
      response: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  /// A workspace with a login and a request with its token, which was sent once.
  private func home(_ url: String) throws -> WeirHome {
    let home = try WeirHome()
    let files = [
      "weir.yaml": "name: Graphs\n", "environments.yaml": "shared: {base: \"\(url)\"}\n",
      "requests/login.yaml": "method: POST\nurl: \"{{base}}/login\"\n",
      "requests/me.yaml":
        "url: \"{{base}}/users/{id}\"\nheaders: {X-Token: \"{{token}}\"}\n",
    ]
    for (path, text) in files { try home.folder.write("work/\(path)", text) }
    #expect(try home.run("trust").code == 0)
    #expect(try home.run("run", "login").code == 0)
    return home
  }

  /// Opens the list and adds both requests.
  private func assemble(_ session: TmuxSession) throws {
    try session.press(",", "p")
    try session.expect("No step yet. Add a request, a jq program or a command.")
    try session.press("n")
    try session.expect("Add a step")
    try session.press("Enter")
    try session.expect("1  login")
    try session.press("n")
    try session.expect("Add a step")
    try session.press("j", "Enter")
    try session.expect("2  me") { $0.contains("id = ?") && $0.contains("token = ?") }
  }

  @Test func `a token that is picked from a response goes into the next step`() async throws {
    try await onOwnThread {
      let server = try server()
      let home = try home(server.url)
      let session = try TmuxSession.open(home)
      try assemble(session)
      try session.press("q")
      // The token of the response on show, by its key.
      try session.press("2", "Enter", "3")
      try session.expect("token: \"t-17\"")
      try session.press("j", "j", "u", "i")
      try session.expect("Use login /user/token in the new graph?")
      try session.expect("> Only copy it to the clipboard")
      try session.press("Down")
      try session.expect("> As input token of step me")
      try session.press("Enter")
      try session.expect("token of me is login /user/token.")
      // The other variable by a prompt, which begins with the selected value.
      try session.press(",", "p")
      try session.expect("token = login /user/token")
      try session.press("G", "Enter")
      try session.expect("Step me")
      try session.press("Enter")
      try session.expect("Input id of step me comes from: login /user/token")
      try session.press("C-u")
      try session.type("lo")
      try session.press("Tab")
      try session.expect("Input id of step me comes from: login")
      try session.type(" .user.token")
      try session.press("Enter")
      try session.expect("login .user.token")
      try session.press("q")
      try session.expect("New graph")
      _ = server.takeAll()
      try session.press("s")
      try session.expect("Graph g1 (new graph) is in the queue.")
      #expect(try home.run("queue", "wait", "g1").code == 0)
      let sent = server.requests.map { String(decoding: $0.raw, as: UTF8.self) }
      #expect(sent.count == 2 && sent.first?.hasPrefix("POST /login ") == true, "\(sent)")
      #expect(sent.last?.hasPrefix("GET /users/t-17 ") == true, "\(sent)")
      #expect(sent.last?.contains("X-Token: t-17\r\n") == true, "\(sent)")
    }
  }

  @Test func `an assembled graph is saved as a file, and another one is not replaced unasked`()
    async throws
  {
    try await onOwnThread {
      let server = try server()
      let home = try home(server.url)
      try home.folder.write("work/graphs/other.yaml", "serial: [login]\n")
      #expect(try home.run("trust").code == 0)
      let session = try TmuxSession.open(home)
      try assemble(session)
      for (name, text) in [("id", "login .user.token"), ("token", "login /user/token")] {
        try session.press("G", "Enter")
        try session.expect("Step me")
        try session.press(name == "id" ? "g" : "j", "Enter")
        try session.expect("Input \(name) of step me comes from:")
        try session.type(text)
        try session.press("Enter")
        try session.expect(text)
        try session.press("q")
        try session.expect("New graph")
      }
      try session.press("S")
      try session.expect("Save the graph as:")
      try session.type("other")
      try session.press("Enter")
      try session.expect("Replace the graph other?")
      try session.press("Enter")
      let file = home.folder.path("work/graphs/other.yaml")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "serial: [login]\n")
      try session.press("S")
      try session.expect("Save the graph as:")
      try session.type("flow")
      try session.press("Enter")
      try session.expect("The graph was saved as flow.")
      #expect(try home.run("run", "flow").code == 0)
      #expect(server.requests.last?.raw.starts(with: Array("GET /users/t-17 ".utf8)) == true)
    }
  }

  @Test func `a saved graph gets a jq step, a command and a literal, and its comments stay`()
    async throws
  {
    try await onOwnThread {
      let server = try server()
      let home = try home(server.url)
      let old = "# Signs in.\nsteps:\n  login: {request: login}  # first\n"
      try home.folder.write("work/graphs/flow.yaml", old)
      #expect(try home.run("trust").code == 0)
      let session = try TmuxSession.open(home)
      try session.press("b")
      try session.expect("flow")
      try session.press("G", "e")
      try session.expect("Graph flow")
      try session.press("n", "G", "k", "Enter")
      try session.expect("jq program of a new step:")
      try session.type("{sum: (.n + 1)}")
      try session.press("Enter")
      try session.expect("2  jq")
      try session.press("G", "Enter", "n")
      try session.expect("Name of the new input of step jq:")
      try session.type("n")
      try session.press("Enter")
      try session.expect("Input n of step jq comes from:")
      try session.type("= 3")
      try session.press("Enter")
      try session.expect("= 3")
      try session.press("q", "n", "G", "Enter")
      try session.expect("Command of a new step:")
      try session.type("cat")
      try session.press("Enter")
      try session.expect("3  cat")
      try session.press("S")
      try session.expect("Save the graph as: flow")
      try session.press("Enter")
      try session.expect("The graph was saved as flow.")
      let file = try String(
        contentsOfFile: home.folder.path("work/graphs/flow.yaml"), encoding: .utf8)
      #expect(file.hasPrefix(old), "\(file)")
      let run = try home.run("run", "flow")
      #expect(run.code == 0, "\(run)")
      #expect(try home.run("show", "g1", "--step", "jq").output.contains("4"))
    }
  }
}
