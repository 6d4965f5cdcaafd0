import Foundation
import TestSupport
import TestTraits
import Testing

/// The samples of the BSService document in their order, by keys, against a provider of articles.
@Suite(.serialized, .usesSystem(minutes: 5)) struct BSServiceStoryTests {
  private static let uuid = "6BB7A8B5-5193-41ED-8162-9185A168D4A4"

  @Test func `B1–B18 each sample of the BSService document is done by keys, in its order`()
    async throws
  {
    try await onOwnThread {
      let rig = try BSServiceRig()
      try provider(rig)
      try articles(rig)
      try upload(rig)
      try callbacks(rig)
      try parsers(rig)
      try operations(rig)
      try check(rig)
    }
  }

  /// Sets up what all services share: a token for each request, rules for failures, and named URLs.
  private func provider(_ rig: BSServiceRig) throws {
    let session = rig.session
    try session.press(",", "v")
    try session.expect("No shared value yet")
    try session.addValue("access secret", as: "access", "old")
    try session.expect("access was set.")
    try session.press("q")
    try session.addGateway("common", rig.server.url)
    try session.press("q")
    try rig.home.setEdited(rig.gateways)
    try session.editGateways()
  }

  /// Reads a list of articles after the token was renewed, and appends the next page.
  private func articles(_ rig: BSServiceRig) throws {
    let session = rig.session
    try session.begin("@getarticles")
    try session.expect("! The path would lose a segment.")
    try session.press("j", "l")
    try session.fill("992126")
    try session.press("j", "h", "Enter")
    try session.type("uuid")
    try session.press("Tab")
    try session.type(Self.uuid)
    try session.press("Tab")
    try session.type("listForType")
    try session.stopTyping()
    try session.expect("/v1/992126/campaign_and_others_info_get?uuid")
    try session.send(1, "200 Reported", #"blog_id: "8""#)
    try session.press("3", "+")
    try session.expect(#"blog_id: "9""#)
    try session.expect(#"blog_id: "7""#)
  }

  /// Uploads a file with its own name and type, and an ordinary field.
  private func upload(_ rig: BSServiceRig) throws {
    let session = rig.session
    try session.begin("POST", "@getarticles")
    try session.press("j", "l")
    try session.fill("123")
    try session.press("]", "]", "j")
    try session.choose("multipart", of: "Kind of body")
    for text in ["image", "@picture.jpg", "image_name.jpg", "image/jpeg", "uuid", Self.uuid] {
      try session.type(text)
      try session.expect(text)
      if text != Self.uuid { try session.press("Tab") }
    }
    try session.stopTyping()
    try session.expect("/v1/123/campaign_and_others_info_get")
    try session.send(3, "200 Reported", "stored: true")
  }

  /// Shows the loading, a cancelled request, an error of the server, and a client that is too old.
  private func callbacks(_ rig: BSServiceRig) throws {
    let session = rig.session
    rig.server.close()
    try session.begin("/slow")
    // The program is not idle while a request runs, so the test waits for the screen.
    try session.keys("s")
    try session.expect("· #4 ")
    try session.expect("No part of the response has arrived yet.")
    try session.expect("1 running")
    rig.server.open()
    try session.expect("slow: true")
    rig.server.close()
    try session.keys("s")
    try session.expect("· #5 ")
    try session.expect("No part of the response has arrived yet.")
    try session.keys("C-x")
    try session.expect("#5  – ")
    rig.server.open()
    try session.begin("/broken")
    try session.send(6, "200 Reported · failed", "No article today.")
    try session.begin("/old")
    try session.send(7, "200 Reported · failed", "common requires a newer client. Update the app.")
  }

  /// Reads the same objects from lists at two places.
  private func parsers(_ rig: BSServiceRig) throws {
    let session = rig.session
    for (job, name, root) in [(8, "options", "data"), (9, "others", "abc_xyz")] {
      try session.begin("/\(name)")
      try session.press("]", "]", "]", "]", "g", "j")
      try session.choose(name, of: "Gateway")
      // The cursor is at the root of the data.
      try session.send(job, "200 Reported", "─ .\(root) ")
      try session.save(name)
      try session.expect("saved as \(name)")
    }
  }

  /// Runs an operation after another one, and does not run it after a failure.
  private func operations(_ rig: BSServiceRig) throws {
    let session = rig.session
    try session.begin("/broken")
    try session.save("broken")
    try session.expect("saved as broken")
    try session.press(",", "p")
    try session.expect("No step yet")
    try session.addStep("options", shown: "1  options")
    try session.addStep("others", shown: "2  others")
    try session.press("s")
    try session.expect("g1 new graph  ✓ 2")
    try session.press(",", "p")
    try session.expect("2  others")
    try session.press("G", "d")
    try session.addStep("broken", shown: "2  broken")
    try session.press("G", "K")
    try session.expect("1  broken")
    try session.press("s")
    try session.expect("g2 new graph  ✗ 1")
  }

  /// What the provider received.
  private func check(_ rig: BSServiceRig) throws {
    let articles = "/campaign_and_others_info_get"
    let first = "GET /v1/992126\(articles)?uuid=\(Self.uuid)&listForType="
    let login = "POST /v1/login"
    // Each gateway renews its token once.
    #expect(
      rig.server.lines == [
        first, login, first, "\(first)&page=2", "POST /v1/123\(articles)", "GET /v1/slow",
        "GET /v1/slow", "GET /v1/broken", "GET /v1/old", "GET /v1/options", login,
        "GET /v1/options", "GET /v1/others", login, "GET /v1/others", "GET /v1/options",
        "GET /v1/others", "GET /v1/broken",
      ])
    let tokens = rig.server.requests.map { $0.header("Authorization") }
    #expect(tokens.prefix(3) == ["Bearer old", nil, "Bearer new"])
    #expect(tokens.count { $0 == "Bearer old" } == 3)
    let upload = rig.server.requests.first { $0.path == "/v1/123\(articles)" }
    let body = String(decoding: upload?.body ?? [], as: UTF8.self)
    #expect(
      body.contains(
        "name=\"image\"; filename=\"image_name.jpg\"\r\nContent-Type: image/jpeg\r\n\r\nJPEG\r\n"))
    #expect(body.contains("name=\"uuid\"\r\n\r\n\(Self.uuid)\r\n"), "\(body)")
  }
}
