extension PreparedRequest {
  /// The URL, divided into a part for display and its secret query fields. The first part omits
  /// these fields and masks all other secrets. The fields are in plain text.
  package var dividedURL: (open: String, secret: [String]) {
    guard !urlSecrets.isEmpty else { return (url, []) }
    let bytes = Array(url.utf8)
    let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    var open = urlSecrets.within(0..<mark)
      .masked(String(decoding: bytes[..<mark], as: UTF8.self))
    var secret: [String] = []
    var lead = "?"
    var start = mark + 1
    while start <= bytes.count, mark < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
      let field = String(decoding: bytes[start..<end], as: UTF8.self)
      if urlSecrets.ranges.contains(where: { $0.overlaps(start..<end) }) {
        secret.append(field)
      } else {
        open += lead + field
        lead = "&"
      }
      start = end + 1
    }
    return (open, secret)
  }

  /// A field of the complete query: the index of a field of `url`, or of a secret field.
  package enum QueryField: Hashable, Sendable {
    case open(Int)
    case secret(Int)
  }

  /// Returns the order of the complete query.
  ///
  /// - Parameter count: The number of query fields of `url`.
  package func queryOrder(besides count: Int) -> [QueryField] {
    var order = (0..<count).map(QueryField.open)
    // Backwards, so that secret fields at the same place stay in their order.
    for index in secretQuery.indices.reversed() {
      let place = secretQueryPlaces.indices.contains(index) ? secretQueryPlaces[index] : count
      order.insert(.secret(index), at: min(place, count))
    }
    return order
  }

  /// Returns a URL's text before the query, and the fields of the complete query.
  ///
  /// - Parameters:
  ///   - url: The URL without secret fields: `url`, or its text for display.
  ///   - secret: The form of each secret field.
  ///   - open: Returns the form of a field of `url`.
  package func complete<Field>(
    _ url: String, secret: [Field], open: (String) -> Field
  ) -> (address: String, query: [Field]) {
    let address = url.prefix(whileByte: { $0 != UInt8(ascii: "?") })
    let query = url.dropping(bytes: address.utf8.count + 1)
    let fields = query.isEmpty ? [] : query.pieces(at: "&").map { open(String($0)) }
    let all = queryOrder(besides: fields.count).map { field in
      switch field {
      case .open(let index): fields[index]
      case .secret(let index): secret[index]
      }
    }
    return (String(address), all)
  }

  /// Returns a URL with the secret query fields at their places.
  ///
  /// - Parameters:
  ///   - fields: The text of each secret field, such as `key=••••••`.
  ///   - url: The URL without secret fields: `url`, or its text for display.
  package func inserting(secretFields fields: [String], into url: String) -> String {
    guard !fields.isEmpty else { return url }
    let (address, query) = complete(url, secret: fields) { $0 }
    return address + "?" + query.joined(separator: "&")
  }
}
