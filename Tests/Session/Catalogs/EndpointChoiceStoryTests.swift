import Foundation
import TestSupport
import TestTraits
import Testing

/// Choosing in the form of an endpoint, by keys and by what is on the screen.
@Suite(.usesSystem) struct EndpointChoiceStoryTests {
  @Test func `media type and credentials are chosen in the form, sent and stored`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome.bookShop(
        at: server.url, EndpointChoiceCommandTests.endpoints)
      let session = try TmuxSession.open(home)
      try session.press(",", "k")
      try session.expect("▾ shop  Book Shop  2")
      try session.press("/")
      try session.type("putbook")
      try session.expect("putBook")
      try session.press("Enter")
      try session.expect("‹application/json›")
      try session.expect("‹key›")
      // From the top: the server, then the credentials.
      try session.press("g", "j", "j", "Enter", "/")
      try session.type("oauth")
      try session.press("Enter")
      try session.expect("‹oauth›")
      try session.press("j", "j", "Enter")
      try session.type("one")
      try session.press("Tab")
      try session.type("two")
      try session.stopTyping()
      try session.press("j", "Enter", "/")
      try session.type("xml")
      try session.press("Enter")
      try session.expect("‹application/xml›")
      try session.press("j", "Enter")
      try session.type("<a/>")
      try session.stopTyping()
      try session.press("s")
      try session.expect("200 OK")
      let request = try #require(server.takeAll().first)
      #expect(request.target == "/books/one?id=two")
      #expect(request.header("Content-Type") == "application/xml")
      #expect(String(decoding: request.body, as: UTF8.self) == "<a/>")

      try session.press("1", "C-s")
      try session.expect("Save the request as")
      try session.type("chosen")
      try session.press("Enter")
      try session.expect("saved as chosen")
      let file = try String(
        contentsOfFile: home.workingFolder + "/requests/chosen.yaml", encoding: .utf8)
      #expect(file.contains("media-type: application/xml\nsecurity: oauth\n"), "\(file)")
      try session.press("C-n")
      try session.expect("type a URL")
      try session.press(",", "r")
      try session.expect("chosen")
      try session.press("Enter")
      try session.expect("‹oauth›")
      try session.expect("‹application/xml›")
    }
  }
}
