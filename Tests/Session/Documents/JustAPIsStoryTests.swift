import Foundation
import TestSupport
import TestTraits
import Testing

/// The samples of the JustAPIs document in their order, by keys, against a gateway, a push service and a broker.
@Suite(.serialized, .usesSystem(minutes: 5)) struct JustAPIsStoryTests {
  @Test func `J1–J29 each sample of the JustAPIs document is done by keys, in its order`()
    async throws
  {
    try await onOwnThread {
      let rig = try JustAPIsRig()
      try requests(rig)
      try queue(rig)
      try pinning(rig)
      try parsing(rig)
      try caching(rig)
      try pushNotifications(rig)
      try messages(rig)
      try middleware(rig)
      try check(rig)
    }
  }

  /// Adds a gateway, and sends a request with each method.
  private func requests(_ rig: JustAPIsRig) throws {
    let session = rig.session
    try session.addGateway("justapi", rig.server.url + "/")
    try session.press("Enter", "q")
    try session.begin("/foo")
    try session.addQuery("id", "123")
    try session.expect("/foo?id=123   (justapi)")
    try session.send(1, "200 Reported", "id: 123")
    for (offset, method) in ["POST", "PUT", "DELETE"].enumerated() {
      try session.press("m", "/")
      try session.type(method)
      try session.press("Enter")
      try session.expect("\(method) /foo")
      try session.send(2 + offset, #"method: "\#(method)""#)
    }
  }

  /// Runs two requests at the same time, pauses and resumes the queue, and cancels a pending request.
  private func queue(_ rig: JustAPIsRig) throws {
    let session = rig.session
    rig.server.close()
    try session.press("2", "p")
    try session.expect("justapi  0/2  PAUSED")
    try session.begin("/slow")
    try session.addQuery("n", "1")
    try session.press("a")
    try session.expect("#5  ○ ")
    try session.press("l")
    for number in 2...4 {
      try session.fill("\(number)")
      try session.press("a")
      try session.expect("#\(number + 4)  ○ ")
    }
    try session.expect("0/2  PAUSED by you")
    try session.expect("4 waiting")
    try session.press("2", "g", "j", "x")
    try session.expect("#6  – ")
    // The program is not idle while a request runs, so the test waits for the screen.
    try session.keys("p")
    try session.expect("justapi  2/2  1 waiting")
    #expect(poll { rig.server.lines.count == 6 })
    try session.keys("p")
    try session.expect("justapi  2/2  PAUSED by you")
    try session.expect("1 waiting")
    rig.server.open()
    try session.expect("justapi  0/2  PAUSED by you")
    try session.expect("1 waiting")
    try session.press("p")
    try session.expect("#8  ✓ ")
  }

  /// Checks the server by the key in a file before it sends a request.
  private func pinning(_ rig: JustAPIsRig) throws {
    let session = rig.session
    let recorder = try RecorderServer()
    let authority = try CertificateAuthority()
    let own = try authority.issue("server")
    let front = try TLSFront(before: [recorder.port], own, speaking: .http1)
    for (job, name, identity) in [
      (9, "server", own), (10, "other", try authority.issue("other")),
    ] {
      try rig.home.folder.write(
        "data/weir/scratch/\(name)-public-key.pem",
        try ChildProcess.run([
          "openssl", "x509", "-in", identity.certificate, "-noout", "-pubkey",
        ]))
      try rig.edit(
        """
          secure:
            url: https://localhost:\(front.ports[0])
            options: {cacert: \(authority.certificate), pins: [\(name)-public-key.pem]}

        """)
      if job == 9 {
        try session.begin("/json")
        try session.press("]", "]", "]", "]", "g", "j")
        try session.choose("secure", of: "Gateway")
      }
      try session.send(job, job == 9 ? "200 OK" : "does not match the pinned key")
    }
    #expect(recorder.requests.map(\.target) == ["/json"])
  }

  /// Parses by the type of the response, by no type, and by another type.
  private func parsing(_ rig: JustAPIsRig) throws {
    let session = rig.session
    try session.begin("/broken")
    try session.send(11, "cannot be read as JSON. Line 1, column 2")
    // No key sets the parser of a request, so it is in the file of the request.
    for (job, name, url, parse, text) in [
      (12, "as-text", "/broken", "off", "✓"),
      (13, "as-json", "/text", "application/json", "✗"),
    ] {
      try rig.home.folder.write(
        "data/weir/scratch/requests/\(name).yaml", "url: \(url)\noptions: {parse: \(parse)}\n")
      try session.expect("GET    \(name)")
      try session.press(",", "r", "/")
      try session.type(name)
      try session.press("Enter")
      try session.expect("GET \(url)")
      try session.send(job, "#\(job) \(text)")
    }
  }

  /// Stores no response, then stores one under a custom identifier, and bypasses it.
  private func caching(_ rig: JustAPIsRig) throws {
    let session = rig.session
    try session.press(",", "c")
    try session.expect("Nothing is cached.")
    try session.press("q")
    try rig.edit("    cache: {read: fresh, store-for: 60, key: search}\n")
    try session.begin("/foo?id=1")
    try session.send(14, "id: 1")
    try session.begin("/foo?id=2")
    try session.send(15, "from cache", "id: 1")
    try session.press("]", "]", "]", "]", "g", "j", "j", "j", "j", "j", "j", "j", "j")
    try session.choose("refresh", of: "Cache")
    try session.send(16, "id: 2")
    try rig.edit()
  }

  /// Subscribes a device to a channel, unsubscribes it, and publishes a message.
  private func pushNotifications(_ rig: JustAPIsRig) throws {
    let session = rig.session
    for (job, endpoint, values) in [
      (17, "subscribe", ["mock", "apple", "test", "31536000", "test_name", "a device token"]),
      (18, "unsubscribe", ["mock", "apple", "test"]), (19, "publish", ["mock", "test"]),
    ] {
      try session.open(
        endpoint: "/\(endpoint)", of: "push", "/push/{endpointCodename}/\(endpoint.prefix(8))")
      try session.press("g", "j", "j")
      try session.fill("\(rig.push.server.port)")
      for value in values {
        try session.press("j")
        try session.fill(value)
      }
      switch endpoint {
      case "unsubscribe":
        try session.press("j")
        try session.choose("name", of: "name | token")
        // Choosing a field begins its typing.
        try session.type("test_name")
        try session.stopTyping()
      case "publish":
        try session.press("G", "Space")
        try session.expect("▾ optional")
        try session.press("j")
        try session.fill(#"{"message":"A test message"}"#)
      default: break
      }
      try session.send(job, "Done. The content of the body is not specified.")
    }
    try session.expect("devices: 0")
  }

  /// Receives a message by a subscription, and publishes one with its acknowledgement.
  private func messages(_ rig: JustAPIsRig) throws {
    let session = rig.session
    let broker = try MosquittoServer()
    try session.begin("SUBSCRIBE", "\(broker.url)/sometopic")
    try session.keys("s")
    try session.expect("200 SUBACK")
    try broker.publish("sometopic", "Some Received Message.")
    try session.expect(#"payload: "Some Received Message.""#)
    try session.keys("C-x")
    try session.expect("#20 – ")
    let subscriber = try broker.subscriber("ask")
    try session.begin("PUBLISH", "\(broker.url)/ask")
    try session.press("]", "]", "j")
    try session.choose("text", of: "Kind of body")
    try session.type("Send me something.")
    try session.stopTyping()
    try session.send(21, "200 PUBCOMP")
    #expect(
      poll { String(decoding: subscriber.output, as: UTF8.self) == "ask Send me something.\n" })
  }

  /// Shows JSON as a tree, adds headers before the queue, and rejects a response in a chain.
  private func middleware(_ rig: JustAPIsRig) throws {
    let session = rig.session
    try session.begin("/foo?id=123")
    try session.send(22, "▾ {2}", "id: 123")
    let token = try rig.home.program(
      "token", #"cat > /dev/null; echo '{"headers": {"X-Token": "made"}}'"#)
    let ran = rig.home.folder.path("ran")
    let first = try rig.home.program("first", "cat > /dev/null; echo first >> \(ran)")
    let second = try rig.home.program(
      "second",
      #"cat > /dev/null; echo second >> \#(ran); echo '{"error": {"reason": "The total is missing."}}'"#
    )
    let third = try rig.home.program("third", "cat > /dev/null; echo third >> \(ran)")
    let stages = [first, second, third].map { "{command: [\($0)]}" }.joined(separator: ", ")
    try rig.edit(
      """
          headers: {X-Client: weir}
          query: {lang: en}
          middleware:
            submit: [{command: [\(token)]}]
            response: [\(stages)]

      """)
    try session.send(
      23, "· failed", "The program second refused to continue. The total is missing.")
    #expect(try String(contentsOfFile: ran, encoding: .utf8) == "first\nsecond\n")
  }

  /// What the servers received.
  private func check(_ rig: JustAPIsRig) throws {
    var lines = rig.server.lines
    // The two requests that run at the same time arrive in any order.
    if lines.count > 5 { lines[4...5].sort() }
    #expect(
      lines == [
        "GET /foo?id=123", "POST /foo?id=123", "PUT /foo?id=123", "DELETE /foo?id=123",
        "GET /slow?n=1", "GET /slow?n=3", "GET /slow?n=4", "GET /broken", "GET /broken",
        "GET /text", "GET /foo?id=1", "GET /foo?id=2", "GET /foo?id=123",
        "GET /foo?id=123&lang=en",
      ])
    #expect(rig.server.most == 2)
    let prepared = rig.server.requests.last
    #expect(prepared?.header("X-Token") == "made" && prepared?.header("X-Client") == "weir")
    #expect(
      try rig.push.asked()
        == ["subscribe", "unsubscribe", "publish"].map { "POST /push/mock/\($0)" })
    let device = #"{"platform": "apple","channel": "test","#
    #expect(
      try rig.push.bodies().map { $0.replacing(/\n */, with: "") } == [
        device + #""period": 31536000,"name": "test_name","token": "a device token"}"#,
        device + #""name": "test_name"}"#,
        #"{"channel": "test","environment": "development","#
          + #""payload": {"default": {"message":"A test message"}}}"#,
      ])
  }
}
