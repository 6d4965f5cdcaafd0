import TestSupport
import TestTraits
import Testing

/// The demo's responses for the bundled catalogs, which open no port.
@Suite(.usesSystem(minutes: 5)) struct DemoServicesTests {
  // The gateways of the demo bring the accounts.
  @Test(arguments: [("sentiment", "negative: [1]"), ("oxford", "The mock of Weir")])
  func `a service of a bundled catalog answers in the demo`(name: String, word: String) async throws
  {
    try await onOwnThread {
      let session = try TmuxSession.open(try WeirHome(), ["demo"])
      try session.expect("DEMO")
      try session.press("b", "/")
      try session.type(name)
      try session.press("Enter")
      try session.expect("1 Request · \(name == "oxford" ? "oxford/weir" : "haven/sentiment")")
      try session.press("s")
      try session.expect("200 OK · stub response")
      try session.press("3", "*")
      try session.expect(word)
    }
  }
}
