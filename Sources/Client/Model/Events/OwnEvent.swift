/// An event that a program raises through the library or the command line.
public struct OwnEvent: Hashable, Sendable {
  /// A name with a value.
  public struct Field: Hashable, Sendable {
    /// The name of the field.
    public var name: String
    /// The value of the field.
    public var value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The name of the event. The user chooses it.
  public var name: String
  /// The fields, in the given order. They are stored and shown in plain text, so they must not
  /// contain secrets.
  public var fields: [Field]

  /// Creates an event. Listeners receive this name.
  public init(_ name: String, fields: [Field] = []) {
    self.name = name
    self.fields = fields
  }

  /// The maximum total size of an event's name and fields. A larger event could not be passed in
  /// one write.
  public static let longest = ByteCount.kibibytes(16)

  /// The total size of the name and the fields.
  public var size: ByteCount {
    ByteCount(
      name.utf8.count + fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count })
  }
}
