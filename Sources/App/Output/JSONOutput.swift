import FoundationEssentials

/// Prints values in the stable JSON form.
enum JSONOutput {
  /// Several lines for people and files.
  static func print(_ value: some Encodable) throws {
    try write(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted])
  }

  /// One line for each value: for streams.
  static func printLine(_ value: some Encodable) throws {
    try write(value, [.sortedKeys, .withoutEscapingSlashes])
  }

  /// One line with its end, as bytes.
  static func line(_ value: some Encodable) throws -> [UInt8] {
    try bytes(of: value, [.sortedKeys, .withoutEscapingSlashes])
  }

  private static func write(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
  ) throws {
    StandardOutput.write(try bytes(of: value, formatting))
  }

  private static func bytes(
    of value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
  ) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    return Array(try encoder.encode(value)) + [10]
  }
}
