package import ClientCatalogs
import ClientModel

/// An editable field of the composer. Indices count from 0.
package enum ComposerField: Hashable, Sendable {
  /// A field of the typed form.
  case form(FieldID)
  case method, url
  case cell(Grid, row: Int, Column)
  case part(row: Int, PartField)
  case bodyKind, body, bodyPath, mediaType
  case gateway
  case authorizationKind
  /// A field of the authorization scheme, identified by its name.
  case credential(String)
  case option(OptionField)
  case idempotencyKey
  /// An assertion on responses. The row after the last assertion adds a new one.
  case assertion(Int)

  /// The lists of names and values.
  package enum Grid: Hashable, Sendable { case pathVariables, query, headers, form, parts }
  package enum Column: Hashable, Sendable { case name, value }
  /// The properties of a multipart part, except its name and value.
  package enum PartField: Hashable, Sendable { case fileName, mediaType }

  /// Whether the value is chosen from a list and cannot be typed.
  package var isChoice: Bool {
    switch self {
    case .method, .gateway, .bodyKind, .authorizationKind: true
    case .option(let option): option.choices != nil
    default: false
    }
  }

  /// The tab that contains the field. Nil for the first line, which is always visible.
  var tab: ComposerTab? {
    switch self {
    case .method, .url: nil
    case .form: .form
    case .cell(.pathVariables, _, _), .cell(.query, _, _): .parameters
    case .cell(.headers, _, _): .headers
    case .cell(.form, _, _), .cell(.parts, _, _), .part, .bodyKind, .body, .bodyPath,
      .mediaType:
      .body
    case .authorizationKind, .credential: .authorization
    case .gateway, .option, .idempotencyKey, .assertion: .options
    }
  }
}

/// The tabs of a request. They are below the line with the method and the URL.
package enum ComposerTab: Int, CaseIterable, Hashable, Sendable {
  /// The typed form. Exists only if the request was created from a catalog endpoint.
  case form
  case parameters, headers, body, authorization, options, preview

  package var title: String {
    switch self {
    case .form: "Form"
    case .parameters: "Params"
    case .headers: "Headers"
    case .body: "Body"
    case .authorization: "Auth"
    case .options: "Options"
    case .preview: "Preview"
    }
  }
}

/// The fields of the options tab.
package enum OptionField: String, CaseIterable, Hashable, Sendable {
  case redirects, attempts, cookies, cache, version, timeout, connect, firstByte, idle, proxy,
    socket
  case verification, authorities, certificate, key

  /// Creates the field to which a problem refers. `name` is the name of the option on the command
  /// line.
  init?(problem name: String) {
    let names: [String: OptionField] = [
      "cacert": .authorities, "cert": .certificate, "unix-socket": .socket,
      "first-byte": .firstByte,
    ]
    guard let field = names[name] ?? OptionField(rawValue: name) else { return nil }
    self = field
  }

  package var label: String {
    switch self {
    case .redirects: "Redirects"
    case .attempts: "Attempts"
    case .cookies: "Cookies"
    case .cache: "Cache"
    case .version: "HTTP"
    case .timeout: "Total time"
    case .connect: "Connect"
    case .firstByte: "First byte"
    case .idle: "Idle"
    case .proxy: "Proxy"
    case .socket: "Unix socket"
    case .verification: "Certificate"
    case .authorities: "CA file"
    case .certificate: "Client cert"
    case .key: "Client key"
    }
  }

  /// The unit of the text. Empty if there is none.
  var unit: String {
    switch self {
    case .timeout, .connect, .firstByte, .idle: "s"
    default: ""
    }
  }

  /// The placeholder of an empty field: its meaning or its default value.
  package var placeholder: String {
    switch self {
    case .redirects: "how many to follow; with 0, the 3xx is shown"
    case .attempts: "attempts in all; 1 never retries"
    case .timeout: "no limit"
    case .connect, .firstByte, .idle: "seconds"
    case .proxy: "from environment variables"
    case .socket, .certificate, .key: "none"
    case .authorities: "the system's"
    case .cookies, .cache, .version, .verification: ""
    }
  }

  /// The choices. Nil if the text of the field is typed.
  package var choices: [String]? {
    switch self {
    case .cookies: ["jar", "off"]
    case .cache: CacheRule.Mode.allCases.map(\.word)
    case .version: ["automatic", "1.1", "2"]
    case .verification: ["checked", "INSECURE"]
    default: nil
    }
  }
}
