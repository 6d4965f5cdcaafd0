import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// What happens to the store's files, and to the processes that share it, while it is in use.
@Suite(.serialized, .usesSystem) struct StoreMishapTests {
  @Test func `a job waits for a lost key and runs when it is back`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      let id = try home.add(server.url, "Authorization:Bearer secret")
      let key = home.stateFolder + "/key"
      #expect(rename(key, key + ".away") == 0)
      let lost = try home.run("queue", "run", "--until-idle")
      #expect(lost.code == 0, "\(lost.errorOutput)")
      let held = try #require(try home.jobs().first)
      #expect(held.state == "held" && held.detail?.contains(key) == true, "\(held)")
      #expect(server.requests.isEmpty)
      // A queue that runs all the while hears of the key at once.
      let runner = try home.start("queue", "run")
      defer { runner.kill(SIGKILL) }
      let isUp = poll { FileManager.default.fileExists(atPath: home.stateFolder + "/runner.lock") }
      #expect(isUp)
      #expect(rename(key + ".away", key) == 0)
      let sent = poll { server.requests.isEmpty ? nil : true }
      let left = try home.jobs().map(\.state)
      #expect(sent == true, "the job was not released: \(left)")
      runner.kill(SIGTERM)
      try runner.wait()
      #expect(try home.jobs().first { $0.id == id }?.state == "succeeded")
    }
  }

  @Test func `what a killed process left is taken up at once by the queue runner`() async throws {
    try await onOwnThread {
      // Answers nothing, so that the request is on its way when its process dies.
      let server = try RecorderServer(response: "")
      let home = try WeirHome()
      let runner = try home.start("queue", "run")
      defer { runner.kill(SIGKILL) }
      let sender = try home.start("send", server.url + "/orphan")
      defer { sender.kill(SIGKILL) }
      #expect(poll { !server.requests.isEmpty })
      // The queue runner must have heard that the other one runs a job: nothing notifies it later.
      let isDraining = try poll { try home.threadsBlockedInLocks(of: runner.pid) > 0 ? true : nil }
      #expect(isDraining == true, "the runner does not wait for the sender's end")
      sender.kill(SIGKILL)
      try sender.wait()
      let again = poll { server.requests.count > 1 ? true : nil }
      let states = try home.jobs().map(\.state)
      #expect(again == true, "\(states)")
    }
  }

  @Test func `a store on a disk without writes is read and says so`() async throws {
    let output = try await onOwnThread {
      let home = try WeirHome()
      try home.add("http://127.0.0.1:1/one")
      let list = home.command(["queue", "list"]).joined(separator: " ")
      let add = home.command(["queue", "add", "http://127.0.0.1:1/"]).joined(separator: " ")
      let state = home.stateFolder
      let script =
        "mount --bind \(state) \(state) && mount -o remount,bind,ro \(state) || exit 77; "
        + "\(list); echo code $?; \(add); echo code $?"
      let child = try ChildProcess(
        ["unshare", "-m", "sh", "-c", script], environment: home.environment(),
        folder: home.workingFolder, input: [])
      let ending = try child.wait()
      return (ending, String(decoding: child.output + child.errorOutput, as: UTF8.self))
    }
    // Mounting is not everybody's: then this says nothing.
    guard output.0 == .exited(0) else { return }
    #expect(output.1.contains("The store is read-only."), "\(output.1)")
    #expect(output.1.contains("http://127.0.0.1:1/one"), "\(output.1)")
    #expect(output.1.contains("code 0") && output.1.contains("code 25"), "\(output.1)")
  }

  @Test func `what a server echoes of a secret is not in clear on disk`() async throws {
    try await onOwnThread {
      let body = "{\"Authorization\":\"Bearer echo-canary\"}"
      let server = try RecorderServer(
        response:
          "HTTP/1.1 200 OK\r\nX-Echo: echo-canary\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      )
      let home = try WeirHome()
      let sent = try home.run("send", server.url, "Authorization:Bearer echo-canary")
      #expect(sent.output.contains("echo-canary"), "the response is the server's own text")
      let walk = FileManager.default.enumerator(atPath: home.stateFolder)
      while let name = walk?.nextObject() as? String {
        let bytes = FileManager.default.contents(atPath: "\(home.stateFolder)/\(name)") ?? Data()
        #expect(bytes.range(of: Data("echo-canary".utf8)) == nil, "in \(name)")
      }
    }
  }
}

extension WeirHome {
  /// How many threads of a process wait in the kernel for another's lock.
  func threadsBlockedInLocks(of process: Int32) throws -> Int {
    let folder = "/proc/\(process)/task"
    let threads = try FileManager.default.contentsOfDirectory(atPath: folder)
    return threads.filter { thread in
      // flock(2) has number 73 on x86-64, 32 on arm64.
      let call = FileManager.default.contents(atPath: "\(folder)/\(thread)/syscall")
      let words = call.map { String(decoding: $0, as: UTF8.self) } ?? ""
      return words.hasPrefix("73 ") || words.hasPrefix("32 ")
    }.count
  }
}
