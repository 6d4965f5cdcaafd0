import ClientModel

extension Run {
  /// Notes what preparers on dispatch made of the request that is about to leave.
  func noteLate(_ prepared: PreparedRequest) {
    let before = request
    late.method = prepared.method == before.method ? nil : prepared.method
    late.displayURL =
      prepared.displayURL == before.displayURL
      ? nil : secrets.masked(LateAddress.shown(prepared.displayURL, after: before.displayURL))
    if prepared.body != before.body {
      if case .none = prepared.body { late.body = .removed } else { late.body = .replaced }
    }
    var names: [String] = []
    for field in before.headers + prepared.headers
    where !names.contains(where: field.name.caseInsensitiveEquals) { names.append(field.name) }
    for name in names { note(name, before.headers.named(name), prepared.headers.named(name)) }
    if before.credentials != prepared.credentials {
      if prepared.credentials == nil { remove("Authorization") } else { addLate(["Authorization"]) }
    }
  }

  private func note(_ name: String, _ before: [HeaderField], _ after: [HeaderField]) {
    guard before != after else { return }
    // Which of several fields of one name was removed is not known, so none of them is shown.
    if after.count < before.count { remove(name) }
    if !after.isEmpty { addLate([name]) }
  }

  private func remove(_ name: String) {
    if !late.removes(name) { late.removedHeaders.append(name) }
  }
}

extension [HeaderField] {
  fileprivate func named(_ name: String) -> [HeaderField] {
    filter { $0.name.caseInsensitiveEquals(name) }
  }
}

/// An address that a preparer made.
private enum LateAddress {
  /// With dots for each value of its query that the address before did not have: a signature is one.
  static func shown(_ address: String, after before: String) -> String {
    guard let mark = address.firstIndex(ofByte: "?") else { return address }
    let known = Set(fields(of: before))
    let query = fields(of: address).map { field -> String in
      guard !known.contains(field) else { return field }
      guard let equals = field.firstIndex(ofByte: "=") else { return Secret.mask }
      return "\(field.through(equals))\(Secret.mask)"
    }
    return "\(address[..<mark])?\(query.joined(separator: "&"))"
  }

  private static func fields(of address: String) -> [String] {
    guard let mark = address.firstIndex(ofByte: "?") else { return [] }
    return address.rest(after: mark).prefix(whileByte: { $0 != UInt8(ascii: "#") })
      .pieces(at: "&").map(String.init)
  }
}
