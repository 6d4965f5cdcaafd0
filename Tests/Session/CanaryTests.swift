import Foundation
import TestSupport
import TestTraits
import Testing

/// Enters secrets in every place where one can stand, and looks for them everywhere (I11, X4).
@Suite(.serialized, .usesSystem) struct CanaryTests {
  /// A place in a request, and the words that put a secret there.
  private struct Place: Sendable {
    let name: String
    let words: @Sendable (String) -> [String]
    var environment: @Sendable (String) -> [String: String] = { _ in [:] }
    /// The address with the secret in it.
    var url: @Sendable (_ url: String, _ secret: String) -> String = { url, _ in url }
    /// Whether the server gets it as it stands.
    var leaves = true

    /// A place in the address itself.
    static func address(
      _ name: String, _ url: @escaping @Sendable (_ url: String, _ secret: String) -> String,
      leaves: Bool = true
    ) -> Place {
      Place(name: name, words: { _ in [] }, url: url, leaves: leaves)
    }

    /// A header or an item.
    static func item(_ name: String, _ words: String...) -> Place {
      Place(name: name) { secret in words.map { $0.replacing("SECRET", with: secret) } }
    }
  }

  private static let places = [
    .item("authorization", "Authorization:Bearer SECRET"),
    .item("cookie", "Cookie:session=SECRET"),
    Place(
      name: "proxy-authorization", words: { ["Proxy-Authorization:Basic \($0)"] }, leaves: false),
    Place(name: "password", words: { ["-a", "somebody:\($0)"] }, leaves: false),
    Place(
      name: "proxy", words: { ["--proxy", "http://somebody:\($0)@127.0.0.1:1"] }, leaves: false),
    .item("variable", "--var", "tok=SECRET", "Authorization:Bearer {{tok}}"),
    .item("x-api-key", "X-Api-Key:SECRET"), .item("private-token", "Private-Token:SECRET"),
    .item("subscription-key", "ocp-apim-subscription-key:SECRET"),
    .item("security-token", "X-Amz-Security-Token:SECRET"),
    .item("underscored", "X_Auth_Token:SECRET"),
    .item("query item", "page==2", "access_token==SECRET"),
    .item("query variable", "--var", "tok=SECRET", "apiKey=={{tok}}"),
    .item("form", "--form", "user=somebody", "password=SECRET"),
    .item("member", "client_secret=SECRET", "n:=1"),
    .item("nested member", "user[name]=somebody", "user[password]=SECRET"),
    .item("part", "--multipart", "token=SECRET", "a=b"),
    .address("query in the URL", { "\($0)?page=2&api_key=\($1)" }),
    .address("signature in the URL", { "\($0)?X-Amz-Signature=\($1)&x=1" }),
    .address(
      "user in the URL", { $0.replacing("//", with: "//somebody:\($1)@") }, leaves: false),
    Place(
      name: "bearer-env", words: { _ in ["--auth", "bearer:env:WEIR_CANARY"] },
      environment: { ["WEIR_CANARY": $0] }),
    Place(
      name: "header-env", words: { _ in ["X-Api-Key:env:WEIR_CANARY"] },
      environment: { ["WEIR_CANARY": $0] }),
  ]

  private static let forms = [
    ["--curl"], ["--format", "json"], [], ["--headers"], ["--wire"],
  ]

  private static let ways: [(name: String, words: [String])] = [
    ("sent", ["send"]), ("printed", ["send", "-v"]),
    // More than ten repeats of a host's requests would wait for the next minute.
    ("queued", ["queue", "add", "--retry", "1"]),
    ("held", ["queue", "add", "--hold"]), ("as JSON", ["send", "--format", "json"]),
  ]

  /// One run of the program, and what it printed.
  private struct Trial: Sendable {
    let label: String
    let words: [String]
    var environment: [String: String] = [:]
    var output = ""
  }

  /// Runs them on a few threads: most of them wait, for a server that refuses.
  private func run(_ trials: [Trial], of home: WeirHome) async throws -> [Trial] {
    let queue = SharedQueue(trials)
    return try await withThrowingTaskGroup(of: [Trial].self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await onOwnThread {
            var done: [Trial] = []
            while var trial = queue.take() {
              let environment = trial.environment.merging(["WEIR_LOG": "debug"]) { $1 }
              let finished = try home.run(trial.words, environment: environment)
              trial.output = finished.output + finished.errorOutput
              done.append(trial)
            }
            return done
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  @Test(.usesSystem(minutes: 5))
  func `two hundred and twenty secrets stand nowhere in clear`() async throws {
    let server = try RecorderServer()
    let home = try WeirHome()
    var search = SecretSearch()
    var trials: [Trial] = []
    for (number, target) in [server.url, "http://127.0.0.1:1"].enumerated() {
      for place in Self.places {
        for way in Self.ways {
          let label = "\(place.name) \(way.name) \(number == 0 ? "answered" : "refused")"
          let secret = search.secret(label)
          trials.append(
            Trial(
              label: label,
              words: way.words + [place.url("\(target)/\(trials.count)", secret)]
                + place.words(secret),
              environment: place.environment(secret)))
        }
      }
    }
    #expect(search.secrets.count == 220)
    var outputs = try await run(trials, of: home)
    outputs += try await run(
      [
        Trial(
          label: "run", words: ["queue", "run", "--until-idle"],
          environment: ["WEIR_CANARY": "cnry-late"])
      ], of: home)
    let jobs = try await onOwnThread { try home.jobs() }
    #expect(jobs.count == 220)
    trials = [
      "queue list", "queue list --format json", "history", "history --format json", "doctor",
      "queue export", "cookies", "cache list", "value list",
    ].map {
      Trial(label: $0, words: $0.split(separator: " ").map(String.init))
    }
    for job in jobs {
      // Ten jobs a place, numbered in their URLs, so that each place is shown in every form.
      let number = try #require(Int(job.ledgerID))
      let form = Self.forms[number % Self.forms.count]
      trials.append(Trial(label: "show \(form)", words: ["show", "\(job.id)"] + form))
    }
    outputs += try await run(trials, of: home)
    // They must have left, or not finding them says nothing.
    let sent = server.requests.map { String(decoding: $0.raw, as: UTF8.self) }.joined()
    for place in Self.places where place.leaves {
      let label = "\(place.name) sent answered"
      let secret = try #require(search.secrets.first { $0.label == label })
      #expect(sent.contains(secret.text), "\(label) never reached the server")
    }

    for trial in outputs { search.look(at: trial.output, "output of \(trial.label)") }
    #expect(search.look(atFilesOf: home) > 2)
    print("canaries \(search.secrets.count), hits \(search.hits.count)")
    #expect(search.hits == [])
  }

  @Test(.usesSystem(minutes: 6))
  func `R36 secret shared values stand nowhere in clear`() async throws {
    let home = try WeirHome()
    var search = SecretSearch()
    let key = String(repeating: "5a", count: 32)
    let rules = [
      ["--secret"], ["--transform", "aes-gcm=env:K"], ["--secret", "--transform", "gzip"],
      ["--secret", "--transform", "base64", "--transform", "aes-gcm=env:K"],
    ]
    var trials: [Trial] = []
    for (number, rule) in rules.enumerated() {
      let secret = search.secret("shared \(number)")
      for text in [secret, secret + "b"] {
        let words = ["value", "set", "k\(number)", text] + rule
        trials.append(Trial(label: "set", words: words, environment: ["K": key]))
      }
      for words in [["get", "k\(number)"], ["get", "k\(number)", "--format", "json"]] {
        trials.append(Trial(label: "get", words: ["value"] + words, environment: ["K": key]))
      }
    }
    for words in [["value", "list"], ["value", "list", "--format", "json"], ["doctor"]] {
      trials.append(Trial(label: "\(words)", words: words))
    }
    for trial in try await run(trials, of: home) {
      search.look(at: trial.output, "output of \(trial.label)")
    }
    // They must be there, or not finding them says nothing.
    for (number, secret) in search.secrets.enumerated() {
      let shown = try await onOwnThread {
        try home.run("value", "get", "k\(number)", "--reveal", environment: ["K": key]).output
      }
      #expect(shown.hasPrefix(secret.text))
    }
    #expect(search.look(atFilesOf: home) > 2)
    #expect(search.hits == [])
  }
}
