import Foundation
import TestSupport
import TestTraits
import Testing

/// The worked flows of Haven OnDemand by keys, against its mock.
@Suite(.usesSystem(minutes: 5)) struct HavenKeysTests {
  /// Opens an endpoint's form and enters the mock's port and key.
  private func open(_ session: TmuxSession, _ endpoint: String, port: Int) throws {
    try session.press(",", "k")
    try session.expect("▸ haven")
    try session.press("/")
    try session.type(endpoint)
    try session.expect("haven · ")
    try session.press("Enter")
    try session.expect(tab: "Form")
    // The first of the form is its server, then its port and the key.
    try session.press("g", "j", "j", "Enter", "C-u")
    try session.type("\(port)")
    try session.stopTyping()
    try session.expect("127.0.0.1:\(port)/1/api")
    try session.press("j", "Enter")
    try session.type("weir-mock-key")
    try session.stopTyping()
  }

  @Test func `H35 entities are asked for by keys, two types picked from a list`() async throws {
    try await onOwnThread {
      let rig = try ServiceRig(.haven)
      defer { rig.server.stop() }
      let session = try TmuxSession.open(rig.home, width: 200)
      try open(session, "extractentities-get", port: rig.server.port)
      try session.press("j", "Enter", "/")
      try session.type("sync")
      try session.press("Enter")
      try session.expect("/1/api/sync/extractentities/v1")
      try session.press("j", "j", "Enter", "/")
      try session.type("url")
      try session.press("Enter")
      try session.expect("no element yet")
      try session.press("Enter")
      try session.type("http://www.cnn.com")
      try session.stopTyping()
      try session.press("j")
      try session.pick(
        ["people_eng", "places_eng"], shown: "2 of 20: people_eng, places_eng")
      try session.press("s")
      try session.expect("200 OK")
      try session.expect("people_eng  2")
      try session.expect("ada lovelace")
    }
  }

  @Test func `H35 a picture is read as a job by keys, and its text comes by itself`() async throws {
    try await onOwnThread {
      let rig = try ServiceRig(.haven)
      try rig.steer("jobs", #"{"states": ["queued", "finished"]}"#)
      let home = try WeirHome()
      try home.folder.write("work/scan.jpg", "Hold back\nthe water")
      let session = try TmuxSession.open(home, width: 200)
      try open(session, "ocrdocument", port: rig.server.port)
      try session.press("j", "j", "j", "Enter", "/")
      try session.type("file")
      // A field that was just chosen is typed into at once.
      try session.press("Enter")
      try session.type("scan.jpg")
      try session.stopTyping()
      // What is optional unfolds below its row.
      try session.press("j", "Space")
      try session.expect("‹document_photo by default›")
      try session.press("j", "Enter", "/")
      try session.type("document_photo")
      try session.press("Enter")
      try session.expect("‹document_photo›")
      try session.press("s")
      try session.expect("job-1")
      try session.expect("the end of a job") { TmuxSession.rows("succeeded", in: $0) > 0 }
      try session.press("3", "*")
      try session.expect("Hold back")
    }
  }
}
