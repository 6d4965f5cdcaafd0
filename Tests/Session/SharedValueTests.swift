import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Shared values as a person uses them from the command line, and as they survive.
@Suite(.serialized, .usesSystem) struct SharedValueTests {
  private static let key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

  private func lines(of child: ChildProcess) -> [String] {
    String(decoding: child.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `R34 values are set, read, listed and removed by the command line`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      #expect(try home.run("value", "list").output.hasPrefix("No shared values."))
      #expect(try home.run("value", "set", "page", "17").code == 0)
      #expect(try home.run("value", "get", "page").output == "17")
      #expect(try home.run("value", "set", "data", "--file", "-", input: [0, 255, 10]).code == 0)
      let json = try home.run("value", "get", "data", "--format", "json").output
      #expect(json.contains("\"valueBase64\" : \"AP8K\""))
      let list = try home.run("value", "list").lines
      #expect(list.map { $0.prefix(4) } == ["KEY ", "data", "page"])
      let missing = try home.run("value", "get", "none")
      #expect(missing.code == 2)
      #expect(missing.errorOutput.contains("There is no shared value none."))
      #expect(try home.run("value", "remove", "page").output == "1 removed.\n")
      #expect(try home.run("value", "remove", "page").code == 2)
      #expect(try home.run("value", "remove", "--all").output == "1 removed.\n")
      #expect(try home.run("value", "list", "--format", "json").output == "[\n\n]\n")
      for words in [["set", "page"], ["set", "a b", "x"], ["remove"], ["remove", "--all", "x"]] {
        #expect(try home.run(["value"] + words).code == 2, "\(words)")
      }
    }
  }

  @Test func `R36 T-R8 transforms are chosen, recorded and changed`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let known = ["K": Self.key]
      let text = String(repeating: "fjord ", count: 200)
      func set(_ words: String...) throws -> WeirHome.Finished {
        try home.run(["value", "set", "k"] + words, environment: known)
      }
      #expect(try set(text, "--transform", "gzip", "--transform", "base64").code == 0)
      #expect(try home.run("value", "get", "k").output == text)
      #expect(try set("--transform", "gzip", "--transform", "aes-gcm=env:K").code == 0)
      let refused = try home.run("value", "get", "k", "--reveal")
      #expect(refused.code == 23)
      #expect(refused.errorOutput.contains("The shared value k "))
      #expect(refused.errorOutput.contains("env:K"))
      #expect(try home.run("value", "get", "k", "--reveal", environment: known).output == text)
      // It stays with the key.
      #expect(try set("later").code == 0)
      let list = try home.run("value", "list").output
      #expect(list.contains("gzip, aes-gcm=env:K"))
      let clear = try set("--transform", "none")
      #expect(clear.code == 2, "a secret is not made readable by the way")
      #expect(try set("--open", "--transform", "none").code == 0)
      #expect(try home.run("value", "get", "k").output == "later")
      for (word, why) in [("compress", "LZW"), ("rsa", "few hundred bytes")] {
        let refusal = try set("x", "--transform", word)
        #expect(refusal.code == 2)
        #expect(refusal.errorOutput.contains(word) && refusal.errorOutput.contains(why))
      }
    }
  }

  @Test func `R36 a secret value is printed only when that is asked for`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      var search = SecretSearch()
      let secret = search.secret("token")
      let input = Array(secret.utf8)
      let set = try home.run("value", "set", "t", "--file", "-", "--secret", input: input)
      #expect(set.code == 0)
      #expect(set.errorOutput.isEmpty)
      for words in [
        ["get", "t"], ["get", "t", "--format", "json"], ["list"], ["list", "--format", "json"],
      ] {
        let shown = try home.run(["value"] + words)
        search.look(at: shown.output + shown.errorOutput, "output of \(words)")
      }
      #expect(try home.run("value", "get", "t").code == 2)
      #expect(try home.run("value", "get", "t", "--reveal").output == secret)
      let warned = try home.run("value", "set", "t", "x")
      #expect(warned.errorOutput.contains("Other users of this machine can see"))
      #expect(search.look(atFilesOf: home) > 3)
      #expect(search.hits == [])
    }
  }

  @Test(.usesSystem(minutes: 3))
  func `R35 another process's changes are printed as they come`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      #expect(try home.run("value", "set", "old", "unchanged").code == 0)
      let all = try home.start("value", "watch", "--format", "json")
      let one = try home.start("value", "watch", "token")
      // Nobody says when a watch has begun, so changes are made until both have seen one.
      for number in 0..<100 {
        #expect(try home.run("value", "set", "page", "p\(number)").code == 0)
        #expect(
          try home.run("value", "set", "token", "--secret", "s\(number)").code == 0)
        let hasValue = lines(of: all).contains { $0.contains("\"value\":\"p") }
        if hasValue, !lines(of: one).isEmpty { break }
      }
      #expect(try home.run("value", "remove", "token", "page").code == 0)
      let seen = poll(for: .seconds(60)) { () -> Bool? in
        lines(of: all).filter { $0.contains("\"change\":\"removed\"") }.count == 2
          && (lines(of: one).last?.contains("removed") ?? false) ? true : nil
      }
      #expect(seen == true, "\(lines(of: all)) \(lines(of: one))")
      #expect(lines(of: all).contains { $0.contains("\"value\":\"p") })
      #expect(!lines(of: all).contains { $0.contains("\"value\":\"s") || $0.contains("unchanged") })
      #expect(lines(of: one).allSatisfy { $0.contains("  token  ") })
      #expect(lines(of: one).contains { $0.contains("••••••") })
      for watch in [all, one] {
        watch.kill(SIGKILL)
        try watch.wait()
      }
    }
  }

  @Test(.usesSystem(minutes: 5))
  func `R34 T18 a writer killed at any moment leaves the old or the new value`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let known = ["K": Self.key]
      let words = ["--transform", "gzip", "--transform", "aes-gcm=env:K", "--secret"]
      func set(_ text: String) throws -> WeirHome.Finished {
        try home.run(["value", "set", "k", text] + words, environment: known)
      }
      #expect(try set("v0").code == 0)
      var random = SeededGenerator(seed: 5)
      var last = "v0"
      var (old, new) = (0, 0)
      for number in 1...24 {
        let text = "v\(number)"
        let writer = try home.start(["value", "set", "k", text] + words, environment: known)
        usleep(UInt32.random(in: 0...120_000, using: &random))
        writer.kill(SIGKILL)
        try writer.wait()
        let got = try home.run("value", "get", "k", "--reveal", environment: known)
        #expect(got.code == 0, "\(got.errorOutput)")
        #expect([last, text].contains(got.output), "\(got.output) after \(last), \(text)")
        if got.output == text { new += 1 } else { old += 1 }
        last = got.output
      }
      print("killed writers: \(old) left the old value, \(new) the new one")
      #expect(try home.run("doctor").code == 0)
      #expect(try set("end").code == 0)
      #expect(try home.run("value", "get", "k", "--reveal", environment: known).output == "end")
    }
  }

  @Test(.usesSystem(minutes: 3))
  func `R34 R35 the interface lists, adds and watches values`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      #expect(try home.run("value", "set", "page", "17").code == 0)
      let session = try TmuxSession.open(home, width: 80, height: 24)
      try session.keys(",", "v")
      try session.expect("page")
      try session.press("Enter")
      try session.expect("Shared value page")
      try session.expect("17")
      try session.press("q")
      try session.press("n")
      try session.type("login secret")
      try session.press("Enter")
      try session.expect("Value of login")
      try session.type("hush")
      try session.press("Enter")
      try session.expect("login was set.")
      #expect(try home.run("value", "get", "login", "--reveal").output == "hush")
      try session.press("W")
      let key = try session.screen().contains("login is watched.") ? "login" : "page"
      #expect(try home.run("value", "set", key, "by another").code == 0)
      try session.expect("\(key) was set: 10 B.")
      session.close()
    }
  }
}
