import ClientModel

/// The cookies of a draft's single plain Cookie header.
struct CookieInputs {
  var fields: [DraftField] = []

  /// Splits the `Cookie` header of a list into fields and removes it from the list. A header that
  /// does not consist of `name=value` pairs is not removed.
  init(taking headers: inout [DraftField]) {
    guard
      let index = headers.firstIndex(where: { $0.isHeader("Cookie") }),
      [.plain, .secret].contains(headers[index].mark), SecretReference(headers[index].value) == nil
    else { return }
    var found: [DraftField] = []
    for pair in headers[index].value.pieces(at: ";") where !pair.isEmpty {
      let pair = Substring(pair.utf8.drop { $0 == UInt8(ascii: " ") })
      guard let (name, value) = pair.cut(at: "=") else { return }
      found.append(DraftField(String(name), String(value), mark: .encoded))
    }
    fields = found
    headers.remove(at: index)
  }

  /// Returns the headers, with the remaining cookies in a Cookie header.
  func putBack(_ headers: [DraftField]) -> [DraftField] {
    guard !fields.isEmpty else { return headers }
    let text = fields.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    return headers + [DraftField("Cookie", text)]
  }
}
