import ClientModel

/// A header field.
package struct LoopbackField: Hashable, Sendable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A request as received. Only the framing is decoded.
package struct LoopbackRequest: Hashable, Sendable {
  package let method: String
  /// The target in the request line: the path, then `?` and the query.
  package let target: String
  package let fields: [LoopbackField]
  /// The body, with chunked coding removed.
  package let body: [UInt8]

  package init(
    _ method: String, _ target: String, fields: [LoopbackField] = [], body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.body = body
  }

  /// The part of the target before `?`, not decoded.
  package var path: Substring { target.prefix { $0 != "?" } }

  /// The part of the target after the first `?`, not decoded, or nil if there is no `?`.
  package var query: Substring? {
    target.firstIndex(of: "?").map { target[target.index(after: $0)...] }
  }

  /// Returns the first value of a header. The name is case-insensitive.
  package func header(_ name: String) -> String? {
    fields.first { $0.name.caseInsensitiveEquals(name) }?.value
  }

  /// The media type of the body in lower case, without parameters, or an empty string.
  package var mediaType: String { MediaType(header("content-type") ?? "")?.essence ?? "" }
}
