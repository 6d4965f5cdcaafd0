/// The gateway settings that the user can edit as one line of text.
package enum GatewayField: Hashable, Sendable, CaseIterable {
  case url, headers, query, credentials, encoding, cache, limit, rate, pause

  package var label: String {
    switch self {
    case .url: "URL"
    case .headers: "Headers"
    case .query: "Query"
    case .credentials: "Credentials"
    case .encoding: "Body kind"
    case .cache: "Cache"
    case .limit: "Running at once"
    case .rate: "Starts per second"
    case .pause: "Pause"
    }
  }

  /// The notation of the setting, or an example.
  package var form: String {
    switch self {
    case .url: "https://api.example.com/v1"
    case .headers: "Name: value; Name: value"
    case .query: "name=value & name=value"
    case .credentials: AuthScheme.forms(separator: " ")
    case .encoding: "json, form or query"
    case .cache: "off, fresh, only or refresh"
    case .limit: "1 or more"
    case .rate: "such as 2.5"
    case .pause: "offline, to pause the lane while its server cannot be reached"
    }
  }
}

extension Gateway {
  /// Returns the text of a setting, which is empty if the setting is not set. Returns nil if the
  /// value needs several lines.
  package func text(of field: GatewayField) -> String? {
    switch field {
    case .url: url
    case .headers: Self.text(defaults.headers, ": ", "; ")
    case .query: Self.text(defaults.query, "=", " & ")
    case .credentials:
      authorization.map { authorization in
        let line = authorization.scheme.lineFields
        let values = authorization.fields.filter { line.contains($0) || !$1.isEmpty }.map(\.1)
        return Self.words([authorization.scheme.name] + values)
      } ?? ""
    case .encoding: encoding?.rawValue ?? ""
    case .cache: defaults.cache.reading?.rawValue ?? ""
    case .limit: lane.limit.map(String.init) ?? ""
    case .rate: lane.rate.map { $0 == $0.rounded() ? String(Int($0)) : String($0) } ?? ""
    case .pause: pause == .offline ? "offline" : ""
    }
  }

  private static func text(
    _ fields: [DraftField], _ middle: String, _ between: String
  ) -> String? {
    let mark = between.trimming
    guard
      fields.allSatisfy({
        $0.mark == .plain && !$0.name.contains(middle.trimming) && !$0.value.contains(mark)
          && !$0.name.contains(mark)
      })
    else { return nil }
    return fields.map { $0.name + middle + $0.value }.joined(separator: between)
  }

  private static func words(_ words: [String]) -> String? {
    words.contains { $0.contains(byte: " ") } ? nil : words.joined(separator: " ")
  }
}

extension String {
  fileprivate var trimming: String { String(decoding: utf8.filter { $0 != 0x20 }, as: UTF8.self) }
}
