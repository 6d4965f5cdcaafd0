import ClientModel

/// The differences between the sent request and the stored request.
struct DispatchedRequest: Sendable {
  /// The headers that were set by preparers at dispatch or by renewed credentials. They are not in
  /// the stored request.
  private(set) var headers: [String] = []
  private(set) var changes = DispatchChanges()

  var isEmpty: Bool { headers.isEmpty && changes.isEmpty }

  /// Adds names of headers. Names that are already present are ignored.
  mutating func add(_ names: [String]) {
    for name in names where !headers.contains(where: name.caseInsensitiveEquals) {
      headers.append(name)
    }
  }

  /// Clears the method and the URL, because they differ for the next attempt. Header and body
  /// changes remain.
  mutating func clearAddress() { (changes.method, changes.displayURL) = (nil, nil) }

  /// Records that the sent body differs from the stored body.
  mutating func noteReplacedBody() { changes.body = .replaced }

  /// Records the changes that preparers at dispatch made to a request.
  mutating func note(
    _ prepared: PreparedRequest, from before: PreparedRequest,
    masking secrets: @autoclosure () -> EchoedSecrets
  ) {
    changes.method = prepared.method == before.method ? nil : prepared.method
    changes.displayURL =
      prepared.displayURL == before.displayURL
      ? nil
      : secrets().masked(DispatchedAddress.shown(prepared.displayURL, after: before.displayURL))
    if prepared.body != before.body {
      if case .none = prepared.body { changes.body = .removed } else { changes.body = .replaced }
    }
    var names: [String] = []
    for field in before.headers + prepared.headers
    where !names.contains(where: field.name.caseInsensitiveEquals) { names.append(field.name) }
    for name in names { note(name, before.headers.named(name), prepared.headers.named(name)) }
    if before.credentials != prepared.credentials {
      if prepared.credentials == nil { remove("Authorization") } else { add(["Authorization"]) }
    }
  }

  private mutating func note(_ name: String, _ before: [HeaderField], _ after: [HeaderField]) {
    guard before != after else { return }
    // If several fields have this name, the removed one is unknown. The name is then recorded as
    // removed, and also as added if any field remains.
    if after.count < before.count { remove(name) }
    if !after.isEmpty { add([name]) }
  }

  private mutating func remove(_ name: String) {
    if !changes.removes(name) { changes.removedHeaders.append(name) }
  }
}

extension [HeaderField] {
  fileprivate func named(_ name: String) -> [HeaderField] {
    filter { $0.name.caseInsensitiveEquals(name) }
  }
}

/// A URL that a preparer created.
private enum DispatchedAddress {
  /// Returns the URL for display. New query values are masked, because they may be signatures.
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
