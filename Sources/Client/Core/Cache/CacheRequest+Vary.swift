public import ClientModel

/// The selection of the stored responses of one URL that match a request.
///
/// - Source: RFC 9111, section 4.1.
extension CacheRequest {
  /// Returns the request fields named by the response's `Vary`, each with its value in stored form,
  /// or nil for `Vary: *`, which never matches.
  ///
  /// - Parameter mark: Converts a field value to its stored form.
  public func selecting(
    for head: ResponseHead, mark: (String) -> [UInt8]
  ) -> [SelectingField]? {
    guard let names = Self.varied(by: head) else { return nil }
    return names.map { SelectingField(name: $0, mark: mark(selectingValue($0))) }
  }

  /// Returns whether every field that selected the stored response has the same value in this
  /// request.
  public func selects(_ stored: StoredResponse, mark: (String) -> [UInt8]) -> Bool {
    stored.selecting.allSatisfy { $0.mark == mark(selectingValue($0.name)) }
  }

  /// Returns the names in all `Vary` fields in lower case, in order, or nil if one is `*`.
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

  /// Returns the normalized value of a request field: its lines are joined, and white space around
  /// list members is removed. A missing field equals only a missing field.
  func selectingValue(_ name: String) -> String {
    var lines = all(name)
    if let added = implied[name] { lines.append(added) }
    guard !lines.isEmpty else { return "absent" }
    var members = lines.joined(separator: ",").pieces(at: ",").map { $0.trimmed(of: " \t") }
      .map(String.init)
    if Self.listed.contains(name) { members = members.map { $0.lowercased() } }
    return "sent:" + members.joined(separator: ",")
  }

  /// The fields whose list members are case-insensitive. Source: RFC 9110, section 12.5.
  private static let listed: Set<String> = ["accept-charset", "accept-encoding", "accept-language"]
}
