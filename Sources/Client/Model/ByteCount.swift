/// A number of bytes.
public struct ByteCount: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
  /// The number of bytes.
  public var bytes: Int64

  /// Creates a count from a number of bytes.
  public init(_ bytes: Int64) { self.bytes = bytes }
  /// Creates a count from a number of bytes.
  public init(_ bytes: Int) { self.bytes = Int64(bytes) }
  public init(integerLiteral value: Int64) { bytes = value }

  /// A count for a size that is unknown but not zero.
  package static let atLeastOne = ByteCount(1)

  /// Creates a count from a number of kibibytes (1,024 bytes).
  public static func kibibytes(_ count: Int64) -> ByteCount { ByteCount(count << 10) }
  /// Creates a count from a number of mebibytes (1,024² bytes).
  public static func mebibytes(_ count: Int64) -> ByteCount { ByteCount(count << 20) }
  /// Creates a count from a number of gibibytes (1,024³ bytes).
  public static func gibibytes(_ count: Int64) -> ByteCount { ByteCount(count << 30) }

  public static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }

  /// Returns the sum of two counts.
  public static func + (left: ByteCount, right: ByteCount) -> ByteCount {
    ByteCount(left.bytes + right.bytes)
  }
}

extension ByteCount: CustomStringConvertible {
  /// The count in a readable unit, with powers of 1000: `83 B`, `1.4 kB`, `27 MB`.
  public var description: String {
    if bytes < 1000 { return "\(bytes) B" }
    var tenths = bytes / 100
    for unit in ["kB", "MB", "GB"] {
      if tenths < 10_000 {
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(tenths / 10) \(unit)"
      }
      tenths /= 1000
    }
    return "\(tenths / 10) TB"
  }
}
