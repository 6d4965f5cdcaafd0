import TestSupport
import TestTraits
import Testing

/// The demo's responses for the bundled catalog of the bookshop, which open no port.
@Suite(.usesSystem(minutes: 5)) struct DemoBookshopTests {
  @Test func `an endpoint of the bookshop has a response in the demo`() async throws {
    try await onOwnThread {
      let session = try TmuxSession.open(try WeirHome(), ["demo"], width: 200)
      try session.expect("DEMO")
      try session.open(endpoint: "books", of: "bookshop", "http://127.0.0.1:4800/books")
      try session.press("s")
      try session.expect("200 OK · stub response")
      try session.press("3", "*")
      try session.expect("total: 60")
    }
  }
}
