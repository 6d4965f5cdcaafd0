import ClientModel
import Testing

@testable import weir

/// The options of `weir value set` that choose how a key is stored.
struct ValueArgumentsTests {
  private func arguments(_ words: String...) throws -> ValueArguments {
    try ValueArguments.parse(words)
  }

  @Test func `without options the key's rule stays`() throws {
    #expect(try arguments().rule() == nil)
  }

  @Test func `steps come in the order of writing, and none is not a step`() throws {
    #expect(
      try arguments("--transform", "gzip", "--transform", "base64").rule()
        == SharedRule([try ValueTransform("gzip"), try ValueTransform("base64")], secrecy: .open))
    #expect(try arguments("--transform", "none").rule() == SharedRule([], secrecy: .open))
    #expect(try arguments("--secret").rule()?.isSecret == true)
    #expect(throws: Failure.self) { try arguments("--transform", "zip").rule() }
  }

  @Test func `the program of a value is found from any folder`() throws {
    for text in ["program=rot13", "program=/opt/cipher --key 7"] {
      let step = try ValueTransform(text)
      #expect(step.description == text)
      #expect(step.hides)
    }
    for text in ["program", "program=", "program=./cipher"] {
      #expect(throws: Failure.self) { try ValueTransform(text) }
    }
  }

  @Test func `a secret key becomes readable only when that is said`() throws {
    let secret = SharedRule([], secrecy: .secret)
    let plain = try arguments("--transform", "none")
    #expect(throws: UsageProblem.self) { try plain.check(try plain.rule(), over: secret) }
    for word in ["--open", "--secret"] {
      let said = try arguments("--transform", "none", word)
      try said.check(try said.rule(), over: secret)
    }
    try plain.check(try plain.rule(), over: nil)
    try plain.check(nil, over: secret)
  }
}
