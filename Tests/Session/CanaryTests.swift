import Foundation
import TestSupport
import Testing

/// Enters secrets in every place where one can stand, and looks for them everywhere (I11, X4).
@Suite(.serialized) struct CanaryTests {
  /// A place in a request, and the words that put a secret there.
  private struct Place: Sendable {
    let name: String
    let words: @Sendable (String) -> [String]
    var environment: @Sendable (String) -> [String: String] = { _ in [:] }
  }

  private static let places = [
    Place(name: "authorization", words: { ["Authorization:Bearer \($0)"] }),
    Place(name: "cookie", words: { ["Cookie:session=\($0)"] }),
    Place(name: "proxy-authorization", words: { ["Proxy-Authorization:Basic \($0)"] }),
    Place(name: "password", words: { ["-a", "somebody:\($0)"] }),
    Place(
      name: "bearer-env", words: { _ in ["--auth", "bearer:env:WEIR_CANARY"] },
      environment: { ["WEIR_CANARY": $0] }),
  ]

  private static let ways: [(name: String, words: [String])] = [
    ("sent", ["send"]), ("printed", ["send", "-v"]), ("queued", ["queue", "add"]),
    ("held", ["queue", "add", "--hold"]), ("as JSON", ["send", "--format", "json"]),
  ]

  @Test(.timeLimit(.minutes(5)))
  func `fifty secrets stand nowhere in clear`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      var secrets: [(label: String, text: String)] = []
      var outputs: [(label: String, text: String)] = []
      func ran(_ label: String, _ words: [String], _ environment: [String: String] = [:]) throws {
        let finished = try home.run(words, environment: environment)
        outputs.append((label, finished.output + finished.errorOutput))
      }
      for (number, target) in [server.url, "http://127.0.0.1:1"].enumerated() {
        for place in Self.places {
          for way in Self.ways {
            let secret = "cnry\(secrets.count)x\(place.name.count)q"
            let label = "\(place.name) \(way.name) \(number == 0 ? "answered" : "refused")"
            secrets.append((label, secret))
            try ran(
              label, way.words + ["\(target)/\(secrets.count)"] + place.words(secret),
              place.environment(secret))
          }
        }
      }
      #expect(secrets.count == 50)
      try ran("run", ["queue", "run", "--until-idle"], ["WEIR_CANARY": "cnry-late"])
      try ran("list", ["queue", "list"])
      try ran("list as JSON", ["queue", "list", "--format", "json"])
      for job in try home.jobs() {
        for form in [[], ["--headers"], ["--curl"], ["--format", "json"]] {
          try ran("show \(form)", ["show", "\(job.id)"] + form)
        }
      }
      try ran("doctor", ["doctor"])
      // They must have left, or not finding them says nothing.
      let sent = server.requests.map { String(decoding: $0.raw, as: UTF8.self) }.joined()
      #expect(sent.contains("cnry0x"), "the first secret never reached the server")

      var hits: [String] = []
      for (place, text) in outputs {
        hits += secrets.filter { text.contains($0.text) }.map {
          "\($0.label) in output of \(place)"
        }
      }
      let walk = FileManager.default.enumerator(atPath: home.folder.path)
      while let name = walk?.nextObject() as? String {
        guard let bytes = FileManager.default.contents(atPath: home.folder.path(name)) else {
          continue
        }
        hits += secrets.filter { bytes.range(of: Data($0.text.utf8)) != nil }
          .map { "\($0.label) in \(name)" }
        // Basic credentials are the secret in other letters.
        hits += secrets.filter {
          bytes.range(of: Data(Data("somebody:\($0.text)".utf8).base64EncodedString().utf8)) != nil
        }.map { "\($0.label), coded, in \(name)" }
      }
      print("canaries \(secrets.count), hits \(hits.count)")
      #expect(hits == [])
    }
  }
}
