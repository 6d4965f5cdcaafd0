import ClientModel

/// The fields of the options tab. The raw value is the key in a request file.
package enum OptionField: String, CaseIterable, Hashable, Sendable {
  case redirects = "max-redirects"
  case attempts
  case cookies
  case version = "http"
  case repeatUnsafe = "repeat-unsafe"
  case compression
  case removedHeaders = "without-headers"
  case timeout
  case connect = "connect-timeout"
  case firstByte = "first-byte"
  case idle
  case priority = "queue.priority"
  case start = "queue.start"
  case call = "queue.call"
  case lane = "queue.lane"
  case cache = "cache.mode"
  case storeFor = "cache.store-for"
  case maxAge = "cache.max-age"
  case sortQuery = "cache.sort-query"
  case keyHeaders = "cache.headers"
  case keyBody = "cache.body"
  case cacheMethods = "cache.methods"
  case cacheKey = "cache.key"
  case polling = "job"
  case parsing = "parse"
  case filter
  case headerBlock = "limits.header-block"
  case headerLine = "limits.header-line"
  case decodedBody = "limits.decoded-body"
  case bodyQuestion = "limits.body-question"
  case headerCount = "limits.header-count"
  case interimResponses = "limits.interim-responses"
  case decodedRatio = "limits.decoded-ratio"
  case proxy
  case socket = "unix-socket"
  case resolve
  case verification = "insecure"
  case authorities = "cacert"
  case certificate = "cert"
  case key
  case pins

  /// Creates the field to which a problem refers. `name` is the name of the option in files.
  init?(problem name: String) {
    guard let field = OptionField(rawValue: name == "cache" ? "cache.key" : name) else {
      return nil
    }
    self = field
  }

  /// The groups of the tab, in screen order.
  package enum Group: String, CaseIterable, Hashable, Sendable {
    case request = "Request"
    case cache = "Cache"
    case time = "Time limits"
    case queue = "Queue"
    case response = "Response"
    case route = "Route"
    case trust = "Trust"

    package var fields: [OptionField] { OptionField.allCases.filter { $0.facts.group == self } }
  }

  /// The visibility of the field. An `unfolded` field is hidden while its group is folded and the
  /// option has its default value.
  package enum Visibility: Hashable, Sendable { case always, unfolded }

  package var label: String { facts.label }
  /// The placeholder of an empty field: its meaning or its default value.
  package var placeholder: String { facts.placeholder }
  package var group: Group { facts.group }
  package var visibility: Visibility { facts.visibility }

  /// The unit of the text. Empty if there is none.
  var unit: String {
    switch self {
    case .timeout, .connect, .firstByte, .idle, .storeFor, .maxAge: "s"
    case .headerBlock, .headerLine, .decodedBody, .bodyQuestion: "bytes"
    default: ""
    }
  }

  /// The name of the limit that the field sets. Nil for any other option.
  var limit: String? {
    rawValue.begins(with: "limits.") ? String(rawValue.dropping(bytes: 7)) : nil
  }

  /// The choices. Nil if the text of the field is typed.
  package var choices: [String]? {
    switch self {
    case .cookies: ["jar", "off"]
    case .compression: ["offered", "off"]
    case .cache: CacheRule.Mode.allCases.map(\.word)
    case .sortQuery: ["as sent", "sorted"]
    case .keyBody: ["no", "yes"]
    case .version: ["automatic", "1.1", "2"]
    case .verification: ["checked", "INSECURE"]
    case .repeatUnsafe: ["never", "when-refused"]
    case .polling: ["off", "auto"]
    default: nil
    }
  }

  private struct Facts {
    let group: Group
    let label: String
    let placeholder: String
    let visibility: Visibility

    init(
      _ group: Group, _ label: String, _ placeholder: String = "",
      _ visibility: Visibility = .always
    ) {
      (self.group, self.label) = (group, label)
      (self.placeholder, self.visibility) = (placeholder, visibility)
    }
  }

  private var facts: Facts {
    switch self {
    case .redirects: Facts(.request, "Redirects", "maximum number; 0 shows the 3xx response")
    case .cookies: Facts(.request, "Cookies")
    case .version: Facts(.request, "HTTP")
    case .compression: Facts(.request, "Compression", "", .unfolded)
    case .removedHeaders:
      Facts(.request, "Omit headers", "none, such as User-Agent, Accept", .unfolded)
    case .timeout: Facts(.time, "Total time", "no limit")
    case .connect: Facts(.time, "Connect", "seconds")
    case .firstByte: Facts(.time, "First byte", "seconds")
    case .idle: Facts(.time, "Idle", "seconds")
    case .attempts: Facts(.request, "Attempts", "attempts in all; 1 never retries")
    case .repeatUnsafe: Facts(.request, "Repeat POST", "", .unfolded)
    case .priority: Facts(.queue, "Priority", "0; higher numbers start first")
    case .start: Facts(.queue, "Start", "at its turn; +5m, 14:30, 2026-11-21T08:00 or hold")
    case .call: Facts(.queue, "Identifier", "none; your own, such as order-4711", .unfolded)
    case .lane: Facts(.queue, "Lane", "the gateway's or the server's", .unfolded)
    case .cache: Facts(.cache, "Cache")
    case .storeFor: Facts(.cache, "Store for", "as long as the server says")
    case .maxAge: Facts(.cache, "Max age", "any age while fresh; 0 accepts stale responses")
    case .sortQuery: Facts(.cache, "Query order", "", .unfolded)
    case .keyHeaders: Facts(.cache, "Key headers", "none, such as X-Tenant", .unfolded)
    case .keyBody: Facts(.cache, "Key body", "", .unfolded)
    case .cacheMethods:
      Facts(.cache, "Methods", "GET and HEAD; add others, such as POST", .unfolded)
    case .cacheKey: Facts(.cache, "Own key", "none, such as search {{word}}", .unfolded)
    case .polling: Facts(.response, "Polling")
    case .filter: Facts(.response, "Filter", "none; a jq program, such as .items[]", .unfolded)
    case .parsing:
      Facts(.response, "Parse as", "the response's type; off, or application/json", .unfolded)
    case .headerBlock: Facts(.response, "Header block", "", .unfolded)
    case .headerLine: Facts(.response, "Header line", "", .unfolded)
    case .decodedBody: Facts(.response, "Decoded body", "", .unfolded)
    case .bodyQuestion: Facts(.response, "Ask above", "", .unfolded)
    case .headerCount: Facts(.response, "Headers", "", .unfolded)
    case .interimResponses: Facts(.response, "1xx responses", "", .unfolded)
    case .decodedRatio: Facts(.response, "Decoded ratio", "", .unfolded)
    case .proxy: Facts(.route, "Proxy", "from environment variables")
    case .socket: Facts(.route, "Unix socket", "none", .unfolded)
    case .resolve: Facts(.route, "Resolve", "none, such as api.test:443:127.0.0.1", .unfolded)
    case .verification: Facts(.trust, "Certificate")
    case .authorities: Facts(.trust, "CA file", "the system's")
    case .certificate: Facts(.trust, "Client cert", "none", .unfolded)
    case .key: Facts(.trust, "Client key", "none", .unfolded)
    case .pins: Facts(.trust, "Pinned keys", "none, such as sha256/BASE64", .unfolded)
    }
  }
}
