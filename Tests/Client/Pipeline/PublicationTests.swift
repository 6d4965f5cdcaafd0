import ClientModel
import ClientPipeline
import Testing

/// What of a draft is published, and what is refused.
@Suite struct PublicationTests {
  private func examine(
    _ url: String, method: String = "PUBLISH", _ change: (inout Draft) -> Void = { _ in },
    gateways: Gateways = Gateways()
  ) -> Examination {
    var draft = Draft(method: method, url: url)
    change(&draft)
    let files = FileFacts { _ in .failure(FileRefusal(why: "No files.", whatToDo: "")) }
    return Preparation(files: files, gateways: gateways).examine(draft)
  }

  @Test func `a path is the topic, escapes and leading slashes included`() throws {
    for (url, topic) in [
      ("mqtt://b/a/b", "a/b"), ("mqtt://b//a", "/a"), ("mqtt://b:99/%3Fa%20b", "?a b"),
      ("mqtts://b/ä", "ä"), ("mqtt://b/a/", "a/"),
    ] {
      let request = try #require(examine(url).request, "\(url)")
      #expect(request.publication?.topic == topic)
      #expect(request.headers.isEmpty, "no header of HTTP goes to a broker")
      let again = Publication.url(of: topic, at: "\(request.origin)")
      #expect(examine(again).request?.publication?.topic == topic)
    }
  }

  @Test func `the wildcard of a subscription is shown as it is typed, and read again`() throws {
    let request = try #require(examine("mqtt://b/plant/#", method: "SUBSCRIBE").request)
    #expect(request.displayURL == "mqtt://b/plant/#")
    let again = try #require(examine(request.displayURL, method: "SUBSCRIBE").request)
    #expect(again.url == request.url && again.subscription?.filter == request.subscription?.filter)
  }

  @Test func `only a message at least once may be repeated, and one at most once is not retried`()
    throws
  {
    for (qos, isRepeatable, attempts) in [("0", false, 1), ("1", true, 4), ("2", false, 4)] {
      let found = examine("mqtt://b/t") { $0.headers = [DraftField("qos", qos)] }
      let request = try #require(found.request)
      #expect(request.isRepeatable == isRepeatable)
      #expect(request.options.retry.attempts == attempts)
    }
  }

  @Test func `what a broker does not take is refused, all at once`() {
    let found = examine("mqtt://b/a/+?x=1", method: "GET") { draft in
      draft.headers = [DraftField("X-A", "1"), DraftField("QoS", "3"), DraftField("Retain", "yes")]
      draft.authorization = .bearer("t")
      draft.options.route.proxy = "http://p"
    }
    #expect(found.request == nil)
    #expect(
      Set(found.problems.map(\.place)) == [
        .method, .url, .header(0), .header(1), .header(2), .authorization, .option("proxy"),
      ])
  }

  @Test func `a gateway gives its broker trust and credentials of the broker, and no header`()
    throws
  {
    var gateway = Gateway(
      name: "plant", url: "https://plant.test/v1",
      defaults: GatewayDefaults(headers: [DraftField("X-A", "1")]), authorization: .bearer("env:T"),
      broker: BrokerRule(
        url: "mqtts://broker.test:8883", options: BrokerOptions(clientID: "c"),
        authorization: .basic(user: "ada", password: "env:P")))
    gateway.defaults.options.trust.verification = .insecure
    let pin = try #require(PublicKeyPin("sha256/" + String(repeating: "A", count: 43) + "="))
    gateway.defaults.options.trust.pins = [pin]
    let gateways = Gateways(all: [gateway], standard: "plant")
    let request = try #require(examine("mqtts://broker.test/t", gateways: gateways).request)
    #expect(request.headers.isEmpty)
    #expect(request.credentials?.scheme == .basic)
    #expect(request.options.trust.verification == .insecure)
    #expect(request.options.trust.pins == [pin])
    #expect(request.options.broker.clientID == "c")
    #expect(request.gateway?.name == "plant")
    let other = try #require(examine("mqtts://other.test/t", gateways: gateways).request)
    #expect(other.credentials == nil && other.gateway == nil)
    let named = examine("mqtts://other.test/t", { $0.gateway = "plant" }, gateways: gateways)
    #expect(named.problems.first?.what.contains("cannot go through the gateway") == true)
  }

  @Test func `a server without a broker of its own has one at its host`() {
    #expect(BrokerRule(beside: "http://a.test/v1")?.url == "mqtt://a.test:1883")
    #expect(BrokerRule(beside: "https://u@a.test:9/v1")?.url == "mqtts://a.test:8883")
    #expect(BrokerRule(beside: "http://[::1]:80/")?.url == "mqtt://[::1]:1883")
    #expect(BrokerRule(beside: "mqtt://a.test:7")?.url == "mqtt://a.test:7")
  }
}

@Suite struct TopicFilterTests {
  @Test func `wildcards fit as MQTT says`() throws {
    // Source: the examples of MQTT 3.1.1, section 4.7.1.
    for (filter, fitting, others) in [
      (
        "sport/tennis/player1/#", ["sport/tennis/player1", "sport/tennis/player1/ranking"],
        ["sport"]
      ),
      ("sport/#", ["sport", "sport/a/b"], ["sports"]),
      ("sport/+", ["sport/", "sport/a"], ["sport", "sport/a/b"]),
      ("+/+", ["/finance", "a/b"], ["finance"]),
      ("#", ["a", "/a", "a/b"], ["$SYS/a"]),
      ("+/monitor", ["x/monitor"], ["$SYS/monitor"]),
      ("$SYS/#", ["$SYS/a", "$SYS"], ["a"]),
    ] {
      let filter = try TopicFilter(filter)
      for topic in fitting { #expect(filter.fits(topic), "\(filter) \(topic)") }
      for topic in others { #expect(!filter.fits(topic), "\(filter) \(topic)") }
    }
  }

  @Test(arguments: ["", "a+", "a/#/b", "#a", "a\0"])
  func `a text that is no filter is refused`(_ text: String) {
    #expect(throws: TopicFilter.Problem.self) { try TopicFilter(text) }
  }
}
