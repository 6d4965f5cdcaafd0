import ClientCore
import ClientModel
import TestSupport
import Testing

/// Chains over hosts, ports and schemes: what was given for one origin is seen at no other.
@Suite struct RedirectChainTests {
  private static let places = [
    "http://a.example", "http://a.example:8080", "https://a.example", "http://b.example",
    "https://b.example", "http://a.example.", "http://user:canary@a.example", "//b.example",
    "http://A.EXAMPLE:80", "", "http://sub.a.example", "http://a.example:80@b.example",
  ]

  private static func location(_ random: inout some RandomNumberGenerator) -> String {
    let place = places.randomElement(using: &random) ?? ""
    return place + "/hop\(Int.random(in: 0...9, using: &random))"
  }

  @Test(arguments: 0..<trials(of: 100))
  func `a hundred chains carry no credential to a wrong origin`(seed: Int) throws {
    var random = SeededRandom(seed)
    let home = Origin(scheme: "http", host: "a.example", port: 80)
    for _ in 0..<100 {
      var request = secretRequest([.get, .post, .put].randomElement(using: &random) ?? .get)
      if request.method != .get { request.body = .bytes([1]) }
      var hasLeft = false
      for hop in 0..<10 {
        let head = ResponseHead(
          status: [301, 302, 303, 307, 308].randomElement(using: &random) ?? 302,
          fields: [ResponseField("Location", Self.location(&random))])
        guard
          case .follow(let next) = RedirectPolicy.decide(request, answered: head, hop: hop)
        else { break }
        request = next
        hasLeft = hasLeft || request.origin != home
        if hasLeft {
          let wire = try WireRequest(filling: request)
          try #require(!Self.holdsCanary(wire), "seed \(seed): \(wire.url)")
        }
      }
    }
  }

  @Test func `chains through the client carry no credential to a wrong origin`() async throws {
    let bench = Bench { attempt in
      // Each attempt's response follows from its id, so that the run can be repeated.
      var random = SeededRandom(Int(attempt.id.job.rawValue) * 100 + attempt.id.number)
      if Int.random(in: 0..<6, using: &random) == 0 { return .response(200) }
      let status = [301, 302, 303, 307].randomElement(using: &random) ?? 302
      return .response(status, [ResponseField("Location", Self.location(&random))])
    }
    try await bench.client.start(as: .runner)
    try await bench.client.setLimit(16, of: .a)
    let ids = try await bench.client.submit(
      (0..<500).map { _ in NewJob.fixture(secretRequest(.get)) })
    let ended = try await bench.client.wait(for: ids)
    #expect(Set(ended.map(\.state.word)) == [.succeeded, .failed])
    var left: Set<JobID> = []
    var hops = 0
    for attempt in bench.transport.begun {
      if attempt.request.origin != Origin(scheme: "http", host: "a.example", port: 80) {
        left.insert(attempt.id.job)
      }
      if attempt.id.number > 1 { hops += 1 }
      if left.contains(attempt.id.job) { #expect(!Self.holdsCanary(attempt.request)) }
    }
    #expect(left.count > 100 && hops > 500)
    #expect(bench.transport.begun.filter { Self.holdsCanary($0.request) }.count >= 500)
  }

  private static func holdsCanary(_ request: WireRequest) -> Bool {
    if request.url.contains("canary") { return true }
    if request.headers.contains(where: { $0.value.contains("canary") }) { return true }
    if request.options.trust.clientCertificate != nil || request.options.trust.clientKey != nil {
      return true
    }
    if case .none = request.authorization { return false }
    return true
  }
}
