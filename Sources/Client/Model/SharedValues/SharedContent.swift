/// The bytes of a shared value. They may be secret, so the description contains only the number of
/// bytes, and the mirror is empty.
public struct SharedContent: Hashable, Sendable {
  /// The maximum size. A larger value belongs in a file.
  public static let most = ByteCount.mebibytes(1)

  /// The bytes, at most 1 MiB when they are stored.
  public let bytes: [UInt8]

  /// Creates content from bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
  /// Creates content from text, in UTF-8.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// The bytes as text, or nil if they are not UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }
  /// The number of bytes.
  public var size: ByteCount { ByteCount(bytes.count) }
}

extension SharedContent: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public var description: String { size.description }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
