import Foundation
import TestSupport
import TestTraits
import Testing

/// Operations of eleven vendors, sent from words, from a batch and from a form to a recorder. openapi-core judges
/// what arrived.
@Suite(.serialized, .usesSystem(minutes: 5)) struct VendorStoryTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Client/Catalogs/Vendors")

  struct Call: CustomTestStringConvertible, Sendable {
    let endpoint: String
    /// `{{v}}` is the value of a row.
    let words: [String]
    var rows = ["A1", "B 2", "ü/?&"]
    /// Not a value of the schema.
    var wrong: String?

    var testDescription: String { endpoint }
    var vendor: String { String(endpoint.prefix { $0 != "#" }) }
  }

  private static let calls = [
    Call(
      endpoint: "adyen#post-payments-paymentPspReference-refunds",
      words: [
        "paymentPspReference={{v}}", "merchantAccount=acme",
        #"amount:={"currency":"EUR","value":7}"#,
      ]),
    Call(
      endpoint: "box#post_files_content",
      words: [#"attributes:={"name":"{{v}}","parent":{"id":"0"}}"#, "file@note.txt"],
      rows: ["A1", "B 2", "C"]),
    Call(
      endpoint: "box#post_oauth2_token#refresh",
      words: [
        "grant_type=refresh_token", "client_id={{v}}", "client_secret=s", "refresh_token=r",
      ]),
    Call(
      endpoint: "digitalocean#cdn_update_endpoints",
      words: [
        "cdn_id=19f06b6a-3ace-4315-b086-499a0e521b76", "ttl={{v}}", "custom_domain=a.example.com",
      ], rows: ["60", "600", "3600"], wrong: "soon"),
    Call(
      endpoint: "discord#create_dm", words: ["recipient_id={{v}}"], rows: ["1", "22", "333"],
      wrong: "01x"),
    Call(endpoint: "figma#postComment", words: ["file_key={{v}}", "message=hello"]),
    Call(
      endpoint: "lob#reverse_geocode_lookup", words: ["--form", "latitude={{v}}", "longitude=2.5"],
      rows: ["1.5", "-2", "3e1"], wrong: "north"),
    Call(
      endpoint: "lob#template_versions_list",
      words: ["tmpl_id=tmpl_123456789012345", "date_created.gt={{v}}"],
      rows: ["2026-01-01", "2026-02-28", "a & b"]),
    Call(
      endpoint: "okta#createEmailDomain",
      words: ["brandId={{v}}", "domain=example.com", "displayName=A", "userName=a"]),
    Call(
      endpoint: "openai#createCompletion", words: ["model=gpt-3.5-turbo-instruct", "prompt={{v}}"]),
    Call(
      endpoint: "openai#createTranscription",
      words: ["file@note.txt", "model=whisper-1", "language={{v}}"], rows: ["en", "de", "nb"]),
    Call(
      endpoint: "s3#AbortMultipartUpload", words: ["Bucket={{v}}", "Key=k", "uploadId=7"]),
    Call(
      endpoint: "twilio#CreateMessage",
      words: [
        "AccountSid=AC00000000000000000000000000000000", "To={{v}}", "From=+15550002", "Body=hi",
      ], rows: ["+15550001", "+15550003", "+15550004"]),
    Call(
      endpoint: "xero#getJournalByNumber", words: ["xero-tenant-id=t", "JournalNumber={{v}}"],
      rows: ["1", "2", "3"], wrong: "last"),
  ]

  let server: RecorderServer
  let home: WeirHome

  init() throws {
    server = try RecorderServer()
    home = try WeirHome()
    try home.folder.write("work/weir.yaml", "name: Vendors\n")
    try home.folder.write("work/note.txt", "a note")
    for name in Set(Self.calls.map(\.vendor)) {
      try home.folder.write(
        "work/catalogs/\(name).json", Array(try Self.document(name, server.url)))
    }
    #expect(try home.run("trust").code == 0)
  }

  /// The document with the recorder as its server. It asks for no credentials: those are judged elsewhere.
  private static func document(_ name: String, _ server: String) throws -> Data {
    let data = try Data(contentsOf: folder.appending(path: "\(name).json"))
    var top = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    top["servers"] = [["url": server]]
    top["security"] = nil
    var paths: [String: Any] = [:]
    for (path, item) in top["paths"] as? [String: [String: Any]] ?? [:] {
      paths[path] = item.filter { $0.key != "servers" }.mapValues { value -> Any in
        guard let operation = value as? [String: Any] else { return value }
        return operation.filter { !["security", "servers"].contains($0.key) }
      }
    }
    top["paths"] = paths
    return try JSONSerialization.data(withJSONObject: top)
  }

  /// A path may end in a fragment, which tells operations apart and is never sent.
  private func judge(_ vendor: String) throws {
    var top = try #require(
      try JSONSerialization.jsonObject(with: try Self.document(vendor, server.url))
        as? [String: Any])
    let paths = top["paths"] as? [String: Any] ?? [:]
    top["paths"] = Dictionary(
      paths.map { (String($0.key.prefix { $0 != "#" && $0 != "?" }), $0.value) }
    ) { first, _ in first }
    let path = try home.folder.write(
      "judged.json", Array(try JSONSerialization.data(withJSONObject: top)))
    let arrived = server.takeAll().enumerated().map { index, request in
      OpenAPICore.Sent(
        id: "\(index)", method: request.method, url: server.url + request.target,
        headers: request.headers.filter { $0.name.lowercased() != "host" }.map {
          [$0.name, $0.value]
        },
        body: Data(request.body).base64EncodedString())
    }
    #expect(!arrived.isEmpty)
    #expect(try OpenAPICore.refusals(of: [path: arrived]) == [:], "\(arrived)")
  }

  @Test(arguments: calls)
  func `words and the rows of a batch arrive as the vendor's document allows`(call: Call) throws {
    let single = call.words.map { word in
      var parts = word.components(separatedBy: "{{v}}")
      let last = parts.removeLast()
      return parts.map { $0 + call.rows[0] }.joined() + last
    }
    let sent = try home.run(["send", "--endpoint", call.endpoint] + single)
    #expect(sent.code == 0, "\(sent.errorOutput)")
    func add(_ rows: [String]) throws -> WeirHome.Finished {
      let lines = rows.map { "\"\($0)\"" }
      try home.folder.write("work/rows.csv", "v\n" + lines.joined(separator: "\n") + "\n")
      return try home.run(
        ["queue", "add", "--each", "rows.csv", "--endpoint", call.endpoint] + call.words)
    }
    if let wrong = call.wrong {
      let refused = try add([call.rows[0], wrong, call.rows[1], wrong])
      #expect(refused.code == 2 && refused.output.isEmpty)
      #expect(refused.errorOutput.contains("Row 2 (line 3)"), "\(refused.errorOutput)")
      #expect(refused.errorOutput.contains("Row 4 (line 5)"), "\(refused.errorOutput)")
      #expect(refused.errorOutput.contains("Nothing was added."))
    }
    let added = try add(call.rows)
    #expect(added.code == 0, "\(added.errorOutput)")
    #expect(try home.run("queue", "run", "--until-idle").code == 0)
    #expect(server.requests.count == 1 + call.rows.count)
    try judge(call.vendor)
  }

  @Test(arguments: [
    "adyen#post-payments-paymentPspReference-refunds", "discord#edit_lobby", "lob#postcards_list",
    "twilio#CreateAddress", "xero#getOverpayments",
  ])
  func `a form that was filled with examples arrives as the vendor's document allows`(
    endpoint: String
  ) async throws {
    let name = try #require(endpoint.split(separator: "#", maxSplits: 1).last.map(String.init))
    let vendor = String(endpoint.prefix { $0 != "#" })
    try await onOwnThread {
      let session = try TmuxSession.open(home, width: 120, height: 36)
      try session.press(",", "k")
      try session.expect("▾ adyen")
      try session.press("/")
      try session.type("\(vendor) \(name)")
      // A row that was found names its catalog in its last column.
      try session.expect("  \(vendor)")
      try session.press("Enter")
      try session.expect(tab: "Form")
      try session.press("C-p")
      try session.type("Fill the form with examples")
      try session.press("Enter")
      try session.press("s")
      try session.expect("200 OK")
      session.close()
    }
    try judge(vendor)
  }
}
