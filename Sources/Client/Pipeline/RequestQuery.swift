package import ClientModel

/// Functions for the query of a URL that is given as text.
package enum RequestQuery {
  /// Returns the decoded names of the query fields in order.
  package static func names(in url: String) -> [String] {
    guard let (_, target) = url.cut(at: "?") else { return [] }
    let query = target.prefix(whileByte: { $0 != UInt8(ascii: "#") })
    return query.words(at: "&").map { field in
      let name = field.prefix(whileByte: { $0 != UInt8(ascii: "=") })
      return PercentEncoding.decode(name) ?? String(name)
    }
  }

  /// Returns the decoded value of the first field with this name. Returns nil if there is none.
  package static func value(of name: String, in url: String) -> String? {
    fields(of: url).first { $0.name == name }.map { field in
      let value = field.text.cut(at: "=")?.after ?? ""
      return PercentEncoding.decode(value) ?? String(value)
    }
  }

  /// Returns the URL with exactly one field of this name, percent-encoded. The new field replaces
  /// the first one or is added at the end. Later fields of this name are removed.
  package static func setting(_ name: String, to value: String, in url: String) -> String {
    let open = String(url.prefix(whileByte: { $0 != UInt8(ascii: "#") }))
    let new = PercentEncoding.encode(name) + "=" + PercentEncoding.encode(value)
    var all = fields(of: open).map { (name: $0.name, text: String($0.text)) }
    let place = all.firstIndex { $0.name == name } ?? all.endIndex
    all.removeAll { $0.name == name }
    all.insert((name, new), at: place)
    return open.prefix(whileByte: { $0 != UInt8(ascii: "?") }) + "?"
      + all.map(\.text).joined(separator: "&") + url.dropping(bytes: open.utf8.count)
  }

  private static func fields(of url: String) -> [(name: String, text: Substring)] {
    guard let (_, target) = url.cut(at: "?") else { return [] }
    return target.prefix(whileByte: { $0 != UInt8(ascii: "#") }).words(at: "&").map { field in
      let name = field.prefix(whileByte: { $0 != UInt8(ascii: "=") })
      return (PercentEncoding.decode(name) ?? String(name), field)
    }
  }

  /// Returns the request's URL without secret query fields. Secrets in other positions are masked.
  package static func withoutSecrets(of request: PreparedRequest) -> String {
    request.dividedURL.open
  }

  /// Adds the request's secret query fields to a URL. A field whose name is already in the URL is
  /// not added.
  package static func restoringSecrets(of request: PreparedRequest, in url: String) -> String {
    let present = names(in: url)
    var restored = url
    for field in request.dividedURL.secret {
      guard !names(in: "?" + field).contains(where: present.contains) else { continue }
      restored += (restored.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + field
    }
    return restored
  }

  /// Adds query fields at the end of a URL's query, percent-encoded.
  package static func adding(_ fields: [(name: String, value: String)], to url: String) -> String {
    var url = url
    for (name, value) in fields {
      url += url.contains(byte: "?") ? "&" : "?"
      url += PercentEncoding.encode(name) + "=" + PercentEncoding.encode(value)
    }
    return url
  }
}
