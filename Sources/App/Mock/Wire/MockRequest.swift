/// A header field: one line of a head.
package struct MockField: Hashable, Sendable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A request as a mock service gets it: as received, with only the framing decoded.
package struct MockRequest: Hashable, Sendable {
  package let method: String
  /// The target in the request line: the path, and the query after its `?`.
  package let target: String
  package let fields: [MockField]
  /// The body without chunked coding.
  package let body: [UInt8]

  package init(
    _ method: String, _ target: String, fields: [MockField] = [], body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.body = body
  }

  /// The target without its query, not decoded.
  package var path: Substring { target.prefix { $0 != "?" } }

  /// The text after the first `?`, not decoded, or nil without one.
  package var query: Substring? {
    target.firstIndex(of: "?").map { target[target.index(after: $0)...] }
  }

  /// Returns the first value of a header. Names are compared without case.
  package func header(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The media type of the body in lower case, without its parameters; empty without one.
  var mediaType: String {
    String((header("content-type") ?? "").prefix { $0 != ";" }).trimmingSpaces.lowercased()
  }
}

extension StringProtocol {
  var trimmingSpaces: String {
    let left = drop { $0 == " " || $0 == "\t" }
    return String(left.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
