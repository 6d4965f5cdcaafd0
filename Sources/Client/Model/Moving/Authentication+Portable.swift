/// Encodes credentials as `{"basic": {"user": …, "password": …}}`. The keys are the names of the
/// scheme and its fields.
extension Authentication: Codable where Value: Codable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1,
      let scheme = AuthScheme(named: key.stringValue)
    else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "There is no scheme "
            + container.allKeys.map(\.stringValue).joined(separator: " ")))
    }
    let fields = try container.nestedContainer(keyedBy: Name.self, forKey: key)
    try self.init(scheme) { field in
      try fields.decode(Value.self, forKey: Name(stringValue: field.name))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    var nested = container.nestedContainer(
      keyedBy: Name.self, forKey: Name(stringValue: scheme.name))
    for (field, value) in fields { try nested.encode(value, forKey: Name(stringValue: field.name)) }
  }
}
