import ClientModel

/// An option that decides where the bytes of a request are sent or whom Weir trusts. An option set
/// by a workspace's file is only used once the workspace is trusted.
struct DecidingOption: Sendable {
  /// The key under `options`.
  let key: String
  /// The effect, as a sentence.
  let effect: String
  /// Returns whether the option's values differ between two requests.
  let differs: @Sendable (TransportOptions, TransportOptions) -> Bool

  private init<Value: Equatable & Sendable>(
    key: String, effect: String, _ value: @escaping @Sendable (TransportOptions) -> Value
  ) {
    self.key = key
    self.effect = effect
    differs = { value($0) != value($1) }
  }

  private static func option<Value: Equatable & Sendable>(
    _ key: String, decides what: String,
    _ value: @escaping @Sendable (TransportOptions) -> Value
  ) -> DecidingOption {
    DecidingOption(key: key, effect: "The option \(key) decides \(what).", value)
  }

  static let all: [DecidingOption] = [
    DecidingOption(key: "insecure", effect: "The server's certificate would not be checked.") {
      $0.trust.verification
    },
    option("cacert", decides: "which servers are believed") { $0.trust.authorities },
    option("cert", decides: "as whom the request is sent") { $0.trust.clientCertificate },
    option("key", decides: "as whom the request is sent") { $0.trust.clientKey },
    option("pins", decides: "which servers are believed") { $0.trust.pins },
    option("proxy", decides: "where the request goes") { $0.route.proxy },
    option("unix-socket", decides: "where the request goes") { $0.route.unixSocket },
    option("resolve", decides: "where the request goes") { $0.route.resolve },
  ]
}
