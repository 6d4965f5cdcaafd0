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
}
