/// An event that a user of the library or of the command line raises.
public struct OwnEvent: Hashable, Sendable {
  /// A name with a value.
  public struct Field: Hashable, Sendable {
    /// The name of the field.
    public var name: String
    /// The value of the field, in clear.
    public var value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What happened, in the user's own word.
  public var name: String
  /// In the order given. They are stored and shown in clear: do not put secrets here.
  public var fields: [Field]

  /// Creates an event; its name is what listeners see.
  public init(_ name: String, fields: [Field] = []) {
    self.name = name
    self.fields = fields
  }

  /// The longest event in bytes, name and fields together: it is handed on in one write.
  public static let longest = ByteCount.kibibytes(16)

  /// Its size by that measure.
  public var size: ByteCount {
    ByteCount(
      name.utf8.count + fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count })
  }
}
