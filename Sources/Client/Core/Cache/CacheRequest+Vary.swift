public import ClientModel

/// Selects the stored responses of a URL that match a request.
///
/// - Source: RFC 9111, section 4.1.
extension CacheRequest {
  /// Returns the request fields that the response's `Vary` names. Returns nil for `Vary: *`, which
  /// never matches.
  ///
  /// - Parameter mark: Converts a field value to its stored form.
  public func selecting(
    for head: ResponseHead, mark: (String) -> [UInt8]
  ) -> [SelectingField]? {
    guard let names = Self.varied(by: head) else { return nil }
    return names.map { SelectingField(name: $0, mark: mark(selectingValue($0))) }
  }

  /// Returns whether the request matches a stored response. The fields listed in the response's
  /// `Vary` must have the same values in both requests.
  public func selects(_ stored: StoredResponse, mark: (String) -> [UInt8]) -> Bool {
    stored.selecting.allSatisfy { $0.mark == mark(selectingValue($0.name)) }
  }

  /// Returns the names in all `Vary` fields, in lower case and in order. Returns nil if a name is
  /// `*`.
  static func varied(by head: ResponseHead) -> [String]? {
    var names: [String] = []
    for line in head.fields.all("Vary") {
      for piece in line.words(at: ",") {
        let name = piece.trimmed(of: " \t").lowercased()
        if name == "*" { return nil }
        if !name.isEmpty, !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  /// Returns the normalized value of a request field. The lines are joined, and white space around
  /// list members is removed. A missing field only equals a missing field.
  func selectingValue(_ name: String) -> String {
    var lines = all(name)
    if let added = implied[name] { lines.append(added) }
    guard !lines.isEmpty else { return "absent" }
    var members = lines.joined(separator: ",").pieces(at: ",").map { $0.trimmed(of: " \t") }
      .map(String.init)
    if Self.listed.contains(name) { members = members.map { $0.lowercased() } }
    return "sent:" + members.joined(separator: ",")
  }

  /// The list fields whose members are case-insensitive. Source: RFC 9110, section 12.5.
  private static let listed: Set<String> = ["accept-charset", "accept-encoding", "accept-language"]
}
