import ClientModel
import ClientPipeline
import Testing

/// What a gateway says of the cache and of bodies.
struct GatewayDefaultsTests {
  private func request(
    _ gateway: Gateway, _ draft: Draft
  ) throws -> PreparedRequest {
    var draft = draft
    draft.gateway = gateway.name
    return try Preparation(files: .assumed, gateways: Gateways(all: [gateway])).prepare(draft)
  }

  private func gateway(
    _ cache: CacheDefaults = CacheDefaults(), encoding: BodyEncoding? = nil
  ) -> Gateway {
    Gateway(
      name: "api", url: "https://a.example", defaults: GatewayDefaults(cache: cache),
      methods: ["POST": GatewayDefaults(cache: CacheDefaults(storeFor: .zero))],
      encoding: encoding)
  }

  @Test func `J3 J21 J22 a gateway's cache defaults fill what the request leaves open`() throws {
    let api = gateway(CacheDefaults(reading: .fresh, storeFor: .seconds(300)))
    #expect(
      try request(api, Draft(url: "/")).options.cache
        == CacheRule(mode: .fresh, storeFor: .seconds(300)))
    // A method's own layer is the stronger.
    #expect(
      try request(api, Draft(method: "POST", url: "/")).options.cache
        == CacheRule(mode: .fresh, storeFor: .zero))
    let own = CacheRule(
      mode: .refresh, maxAge: .seconds(5), key: CacheKeyRule(query: .sorted))
    var wanted = own
    wanted.storeFor = .seconds(300)
    #expect(
      try request(api, Draft(url: "/", options: TransportOptions(cache: own))).options.cache
        == wanted)
    #expect(try request(gateway(), Draft(url: "/")).options.cache == nil)
  }

  @Test(arguments: [
    (BodyEncoding.form, "POST", "a=b+c&n=1.50", ""), (.json, "POST", #"{"a":"b c","n":1.50}"#, ""),
    (.query, "GET", "", "?a=b%20c&n=1.50"), (.query, "POST", #"{"a":"b c","n":1.50}"#, ""),
  ])
  func `B10 a body of plain members leaves as the gateway wants it`(
    encoding: BodyEncoding, method: String, body: String, query: String
  ) throws {
    let made = try request(
      gateway(encoding: encoding),
      Draft(method: method, url: "/", body: .json(#"{"a":"b c","n":1.50}"#)))
    #expect(made.body == (body.isEmpty ? .none : .text(SensitiveText(body))))
    #expect(made.url == "https://a.example/" + query)
  }

  @Test func `B10 what no form can say stays JSON`() throws {
    for text in [#"{"a":{"b":1}}"#, #"{"a":[1]}"#, "[1]", #"{"a":null}"#, "{}"] {
      let made = try request(
        gateway(encoding: .form), Draft(method: "POST", url: "/", body: .json(text)))
      #expect(made.headers.contains { $0.value == "application/json" }, "\(text)")
    }
  }
}
