import ClientModel

/// An option that decides where the bytes of a request go or whom Weir believes. A request has it from a
/// workspace's file only once the workspace is trusted.
struct DecidingOption: Sendable {
  /// The key under `options`.
  let key: String
  /// The effect, as a sentence.
  let effect: String
  /// Whether two requests have other values of it.
  let differs: @Sendable (TransportOptions, TransportOptions) -> Bool

  static let all = [
    DecidingOption(key: "insecure", effect: "The server's certificate would not be checked.") {
      $0.trust.verification != $1.trust.verification
    },
    DecidingOption(key: "cacert", effect: "The option cacert decides which servers are believed.") {
      $0.trust.authorities != $1.trust.authorities
    },
    DecidingOption(key: "cert", effect: "The option cert decides as whom the request is sent.") {
      $0.trust.clientCertificate != $1.trust.clientCertificate
    },
    DecidingOption(key: "key", effect: "The option key decides as whom the request is sent.") {
      $0.trust.clientKey != $1.trust.clientKey
    },
    DecidingOption(key: "pins", effect: "The option pins decides which servers are believed.") {
      $0.trust.pins != $1.trust.pins
    },
    DecidingOption(key: "proxy", effect: "The option proxy decides where the request goes.") {
      $0.route.proxy != $1.route.proxy
    },
    DecidingOption(
      key: "unix-socket", effect: "The option unix-socket decides where the request goes."
    ) {
      $0.route.unixSocket != $1.route.unixSocket
    },
    DecidingOption(key: "resolve", effect: "The option resolve decides where the request goes.") {
      $0.route.resolve != $1.route.resolve
    },
  ]
}
