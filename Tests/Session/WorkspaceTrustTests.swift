import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// A workspace of somebody else: what it may do before and after the user's word.
@Suite(.usesSystem) struct WorkspaceTrustTests {
  private static let secret = "trusted-with-this-9271"

  /// A folder as it would come from a stranger's repository, with a request for each refused thing.
  private static func foreignWorkspace(_ url: String) throws -> WeirHome {
    let home = try WeirHome()
    try home.folder.write("work/weir.yaml", "name: Foreign\n")
    try home.folder.write("elsewhere/private.txt", "not theirs")
    let outside = home.folder.path("elsewhere/private.txt")
    for (name, rest) in [
      ("harmless", ""), ("secret", "auth:\n  bearer: env:WEIR_TRIAL\n"),
      ("outside", "body:\n  file: \(outside)\n"), ("insecure", "options:\n  insecure: true\n"),
    ] {
      try home.folder.write(
        "work/requests/\(name).yaml", "method: POST\nurl: \(url)/\(name)\n\(rest)")
    }
    return home
  }

  @Test func `a file of a saved request is found from any folder`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      try home.folder.write("work/shop/weir.yaml", "name: Shop\n")
      try home.folder.write("work/shop/cover.txt", "of the shop")
      try home.folder.write("work/cover.txt", "of this folder")
      try home.folder.write(
        "work/shop/requests/up.yaml",
        "method: POST\nurl: \(server.url)/\nbody: {file: cover.txt}\n")
      let saved = try home.run("run", "up", "--workspace", "shop")
      #expect(saved.code == 0, "\(saved.errorOutput)")
      let typed = try home.run(
        "send", "POST", server.url, "--body", "cover.txt", "--workspace", "shop")
      #expect(typed.code == 0, "\(typed.errorOutput)")
      let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
      #expect(bodies == ["of the shop", "of this folder"])
    }
  }

  @Test func `own edits keep the trust with the setting, and reserved ones end it`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try Self.foreignWorkspace(server.url)
      // The workspace is below the home folder, and only its owner can write it.
      let variables = ["WEIR_TRIAL": Self.secret, "HOME": home.folder.path("")]
      #expect(try home.run("trust").code == 0)
      func edit(_ rest: String) throws {
        try home.folder.write(
          "work/requests/secret.yaml",
          "method: POST\nurl: \(server.url)/secret\nauth:\n  bearer: env:WEIR_TRIAL\n\(rest)")
      }
      func send() throws -> Int? { try home.run("run", "secret", environment: variables).code }
      try edit("query: {page: 2}\n")
      #expect(try send() == 2, "the setting is off")
      try home.folder.write("config/weir/config.yaml", "own_edits: trusted\n")
      #expect(try send() == 0)
      try edit("query: {page: 3}\noptions: {insecure: true}\n")
      #expect(try send() == 2)
      try edit("query: {page: 3}\n")
      #expect(try send() == 0)
      #expect(chmod(home.folder.path("work/requests/harmless.yaml"), 0o666) == 0)
      #expect(try send() == 2)
      #expect(server.requests.count == 2)
    }
  }

  /// Opens a saved request by its name.
  private static func load(_ name: String, in session: TmuxSession) throws {
    try session.press(",", "r")
    try session.expect(focused: "b Requests")
    try session.press("/")
    try session.type(name)
    try session.press("Enter")
    try session.expect("1 Request · \(name)")
  }

  @Test func `an untrusted workspace takes no secret, no file outside, no unchecked server`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try Self.foreignWorkspace(server.url)
      let variables = ["WEIR_TRIAL": Self.secret]
      for name in ["secret", "outside", "insecure"] {
        let refused = try home.run("run", name, environment: variables)
        #expect(refused.code == 2, "\(name): \(refused.ending)")
        #expect(refused.errorOutput.contains("weir trust"), "\(name): \(refused.errorOutput)")
      }
      #expect(server.requests.count == 0)
      #expect(try home.run("run", "harmless", environment: variables).code == 0)
      #expect(try home.run("trust").code == 0)
      for name in ["secret", "outside", "insecure"] {
        let sent = try home.run("run", name, environment: variables)
        #expect(sent.code == 0, "\(name): \(sent.errorOutput)")
      }
      let requests = server.takeAll()
      #expect(requests.map(\.path) == ["/harmless", "/secret", "/outside", "/insecure"])
      #expect(requests[1].header("authorization") == "Bearer \(Self.secret)")
      #expect(requests[2].body == Array("not theirs".utf8))
      // One letter from outside ends it.
      try home.folder.write(
        "work/requests/harmless.yaml", "method: PUT\nurl: \(server.url)/harmless\n")
      #expect(try home.run("run", "secret", environment: variables).code == 2)
      #expect(server.requests.count == 0)
    }
  }

  @Test func `the interface asks for trust, keeps to the answer, and asks again after an edit`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try Self.foreignWorkspace(server.url)
      let session = try TmuxSession.open(home, environment: ["WEIR_TRIAL": Self.secret])
      try session.expect("Trust this folder?")
      try session.expect("> Not now")
      try session.press("Enter")
      try session.expect("NOT TRUSTED")
      for name in ["outside", "insecure", "secret"] {
        try Self.load(name, in: session)
        try session.press("s")
        try session.expect("The workspace is not trusted, or its files have changed.")
        // A refusal can be read, and the request is not in the queue.
        try session.expect("The queue is empty.")
      }
      #expect(server.requests.count == 0)

      try session.press(":")
      try session.type("trust this")
      try session.press("Enter")
      try session.expect("Trust this folder?")
      try session.press("t")
      try session.expect("trust") { !$0.contains("NOT TRUSTED") }
      try session.press("s")
      try session.expect("200 OK")
      #expect(server.takeAll().first?.header("authorization") == "Bearer \(Self.secret)")
      #expect(try !session.screen().contains(Self.secret))

      // What needs no trust does not ask for it, and shows that it is gone.
      try home.folder.write("work/requests/new.yaml", "method: GET\nurl: \(server.url)/new\n")
      try session.expect("NOT TRUSTED")
      #expect(try !session.screen().contains("Trust this folder?"))
      try home.folder.write(
        "work/requests/new.yaml", "url: \(server.url)/new\nauth:\n  bearer: env:WEIR_TRIAL\n")
      try session.expect("Trust this folder?")
      try session.press("Enter")
      try session.expect("NOT TRUSTED")
      try session.press("1", "s")
      try session.expect("The workspace is not trusted, or its files have changed.")
      #expect(server.requests.count == 0)
    }
  }

  @Test func `a graph that would run a program asks for trust, one that would not does not`()
    async throws
  {
    try await onOwnThread {
      let home = try Self.foreignWorkspace("http://127.0.0.1:9")
      #expect(try home.run("trust").code == 0)
      let session = try TmuxSession.open(home)
      try home.folder.write("work/graphs/flow.yaml", "steps: {a: {jq: '1'}}\n")
      try session.expect("NOT TRUSTED")
      #expect(try !session.screen().contains("Trust this folder?"))
      try home.folder.write("work/graphs/flow.yaml", "steps: {a: {command: [touch, ran]}}\n")
      try session.expect("Trust this folder?")
      try session.press("Enter", ",", "r")
      try session.expect(focused: "b Requests")
      try session.press("/")
      try session.type("flow")
      try session.press("Enter")
      try session.expect(",w shows its files")
      #expect(access(home.workingFolder + "/ran", F_OK) != 0)
    }
  }

  @Test func `a script that a graph runs is trusted as it was, not as it became`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      try home.folder.write("work/weir.yaml", "name: Tools\n")
      try home.folder.write(
        "work/graphs/flow.yaml", "steps: {a: {command: [sh, ./tool.sh, requests, -x]}}\n")
      try home.folder.write("work/tool.sh", "echo 1\n")
      #expect(try home.run("trust").code == 0)
      #expect(try home.run("run", "flow").code == 0)
      try home.folder.write("work/tool.sh", "echo 2\n")
      let changed = try home.run("run", "flow")
      #expect(changed.code != 0)
      #expect(changed.errorOutput.contains("weir trust"), "\(changed.errorOutput)")
      // What no step names may change.
      try home.folder.write("work/tool.sh", "echo 1\n")
      try home.folder.write("work/notes.txt", "anything\n")
      #expect(try home.run("run", "flow").code == 0)
    }
  }

  @Test func `the word of another process counts at once, and so does what was there before`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try Self.foreignWorkspace(server.url)
      let session = try TmuxSession.open(home)
      try session.expect("Trust this folder?")
      #expect(try home.run("trust").code == 0)
      try session.expect("This workspace is trusted now.")
      try session.expect("trust") {
        !$0.contains("NOT TRUSTED") && !$0.contains("Trust this folder?")
      }
      let file = "work/requests/secret.yaml"
      try home.folder.write(file, "url: \(server.url)/x\nauth:\n  bearer: env:WEIR_TRIAL\n")
      try session.expect("Trust this folder?")
      try home.folder.write(
        file, "method: POST\nurl: \(server.url)/secret\nauth:\n  bearer: env:WEIR_TRIAL\n")
      try session.expect("trust") {
        !$0.contains("NOT TRUSTED") && !$0.contains("Trust this folder?")
      }
    }
  }

  @Test func `keys on their way neither answer the question of trust nor are lost to it`()
    async throws
  {
    try await onOwnThread {
      // On a busy machine a hand may seem to rest between two letters: such a turn shows nothing.
      for _ in 0..<20 {
        let home = try Self.foreignWorkspace("http://127.0.0.1:9")
        #expect(try home.run("trust").code == 0)
        let session = try TmuxSession.open(home)
        var last = ContinuousClock.now
        try session.press("1")
        try home.folder.write(
          "work/requests/secret.yaml", "url: http://127.0.0.1:9/x\nauth:\n  bearer: env:NEW\n")
        var longest = Duration.zero
        // Right and Enter would trust it; here they are typed into the URL.
        for letter in "irightenter" {
          try session.keys("\(letter)")
          longest = max(longest, last.duration(to: .now))
          last = .now
        }
        guard longest < .milliseconds(700) else { continue }
        try session.expect("NOT TRUSTED")
        try session.expect("rightenter")
        #expect(try !session.screen().contains("Trust this folder?"))
        return
      }
      Issue.record("No hand moved quickly enough on this machine.")
    }
  }

  @Test func `the first save makes a workspace of one's own, which is trusted`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      let session = try TmuxSession.open(home)
      try session.typeURL("\(server.url)/mine")
      // Typed on at once: the letters are the name, and answer no question.
      try session.untilIdle { () throws(RigError) in
        try session.send(bytes: [0x13] + Array("folder/mine".utf8))
      }
      try session.expect("Save the request as: folder/mine")
      try session.press("Enter")
      try session.expect("Create a workspace for this request?")
      if try !session.screen().contains("> Create one in") { try session.press("Right") }
      try session.expect("> Create one in \(home.workingFolder)")
      try session.press("Enter")
      try session.expect("1 Request · folder/mine")
      #expect(try !session.screen().contains("●"))
      #expect(try !session.screen().contains("NOT TRUSTED"))
      let file = home.workingFolder + "/requests/folder/mine.yaml"
      let text = String(
        decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
      #expect(text.contains("\(server.url)/mine"))
      #expect(access(home.workingFolder + "/weir.yaml", F_OK) == 0)
      session.close()
      // The next one, and the command line, find it and ask nothing.
      #expect(try home.run("run", "folder/mine").code == 0)
      #expect(server.requests.map(\.path) == ["/mine"])
      let again = try TmuxSession.open(home)
      #expect(try !again.screen().contains("Trust this folder?"))
      try Self.load("folder/mine", in: again)
      try again.expect("GET \(server.url)/mine")
    }
  }
}
