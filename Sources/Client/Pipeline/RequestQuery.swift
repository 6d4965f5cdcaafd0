import ClientModel

/// The query of an address as text.
package enum RequestQuery {
  /// The decoded names of its fields, in order.
  package static func names(in url: String) -> [String] {
    guard let mark = url.firstIndex(of: "?") else { return [] }
    return url[url.index(after: mark)...].prefix { $0 != "#" }.split(separator: "&").map { field in
      let name = field.prefix { $0 != "=" }
      return PercentEncoding.decode(name) ?? String(name)
    }
  }

  /// The address with fields after those it has, percent-encoded.
  package static func adding(_ fields: [(name: String, value: String)], to url: String) -> String {
    var url = url
    for (name, value) in fields {
      url += url.contains("?") ? "&" : "?"
      url += PercentEncoding.encode(name) + "=" + PercentEncoding.encode(value)
    }
    return url
  }
}
