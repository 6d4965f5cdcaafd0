import Glibc
import TestSupport
import TestTraits
import Testing

/// Several open requests, the sidebar and the queue's filter, by keys in a terminal.
@Suite(.usesSystem) struct OpenRequestsStoryTests {
  private func home(_ requests: [String: String]) throws -> WeirHome {
    let home = try WeirHome()
    try home.folder.write("work/weir.yaml", "name: Shop\n")
    for (name, url) in requests {
      try home.folder.write("work/requests/\(name).yaml", "method: POST\nurl: \(url)\n")
    }
    #expect(try home.run("trust").code == 0)
    return home
  }

  private func exists(_ home: WeirHome) -> Bool {
    access(home.workingFolder + "/requests/one.yaml", F_OK) == 0
  }

  @Test func `open requests are there again after the program was killed`() async throws {
    try await onOwnThread {
      let home = try home(["one": "http://127.0.0.1:1/one", "two": "http://127.0.0.1:1/two"])
      let session = try TmuxSession.open(home)
      try session.press("b", "Enter")
      try session.expect("Request · one")
      try session.typeOnURL("?changed")
      try session.press("b", "j", "Enter")
      try session.expect("one●  two")
      try session.kill(SIGKILL)
      try session.expect("EXIT=")
      let next = try TmuxSession.open(home)
      try next.expect("one●  two")
      try next.press("M-h")
      try next.expect("/one?changed")
      try next.press("C-w")
      try next.expect("one was closed.")
      try next.press("U")
      try next.expect("/one?changed")
    }
  }

  @Test func `what is typed at once after a request was chosen is typed into it`() async throws {
    try await onOwnThread {
      let home = try home(["one": "http://127.0.0.1:1/one", "two": "http://127.0.0.1:1/two"])
      let session = try TmuxSession.open(home)
      try session.press("b", "Enter")
      try session.expect("Request · one")
      try session.keys("b", "j", "Enter", "g", "i", "C-e", "X", "Y")
      try session.expect("/twoXY")
    }
  }

  @Test func `a request of the sidebar is deleted, and undo brings its file back`() async throws {
    try await onOwnThread {
      let home = try home(["one": "http://127.0.0.1:1/one"])
      let session = try TmuxSession.open(home)
      try session.press("b", "d")
      try session.expect("one was deleted.")
      #expect(!exists(home))
      try session.press("U")
      try session.expect("Deleting one was undone.")
      try session.expect("POST   one")
      #expect(exists(home))
    }
  }

  @Test func `the queue is filtered, and all that is found is retried at once`() async throws {
    try await onOwnThread {
      let home = try home(["one": "http://127.0.0.1:1/one"])
      let session = try TmuxSession.open(home)
      try session.press("b", "Enter", "a")
      try session.expect(1, "failed")
      try session.press("a")
      try session.expect(2, "failed")
      try session.press("2", "/")
      try session.type("state:failed one")
      try session.press("Enter")
      try session.expect("state:failed one · 2 found")
      try session.press("C-a")
      try session.expect("2 marked")
      try session.press("r")
      try session.expect("2 jobs were put in the queue again.")
    }
  }

  @Test func `a file with curl lines is imported`() async throws {
    try await onOwnThread {
      let home = try home([:])
      try home.folder.write(
        "work/lines.sh",
        "# My calls\n\ncurl -X PUT http://127.0.0.1:1/put\ncurl http://127.0.0.1:1/get\n")
      let session = try TmuxSession.open(home)
      try session.press(",", "i")
      try session.type("lines.sh")
      try session.press("Enter")
      try session.expect("Imported 2")
      try session.expect("PUT    curl-1")
    }
  }
}
