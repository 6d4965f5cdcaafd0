import ClientYAML

/// The id of a workspace. `weir init` creates it once and writes it to `weir.yaml`.
///
/// All copies of the folder have the same id, on all machines. The id alone gives no access to
/// stored data; see `WorkspaceRegistry`.
package struct WorkspaceID: Hashable, Sendable {
  /// The id as written in the file. It has only lowercase letters and digits and begins with a
  /// letter, so a path or an empty string is never an id.
  package let text: String

  private static let digits = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
  private static let lengths = 16...64

  /// Creates an id from text. Returns nil if the text is not an id.
  package init?(_ text: String) {
    let bytes = text.utf8
    guard Self.lengths.contains(bytes.count), let first = bytes.first, Self.isLetter(first),
      bytes.allSatisfy({ Self.isLetter($0) || (0x30...0x39).contains($0) })
    else { return nil }
    self.text = text
  }

  /// Creates an id of 16 base-32 digits, with about 80 random bits. The first digit is a letter, so
  /// YAML never reads the id as a number.
  package init(using random: inout some RandomNumberGenerator) {
    var bytes = [Self.digits[Int.random(in: 0..<26, using: &random)]]
    while bytes.count < Self.lengths.lowerBound {
      bytes.append(Self.digits[Int.random(in: Self.digits.indices, using: &random)])
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the value of `id` in `weir.yaml`.
  init(_ node: YAMLNode) throws(YAMLProblem) {
    guard let id = WorkspaceID(try node.text()) else {
      throw YAMLProblem(
        node.place,
        why: "`id` must be 16 to 64 lowercase letters and digits, and begin with a letter.",
        whatToDo: "Delete the line, then run `weir init` to create an id.")
    }
    self = id
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}
