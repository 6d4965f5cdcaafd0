import Foundation

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

  private static func write(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    Console.write(Array(try encoder.encode(value)) + [10], to: STDOUT_FILENO)
  }
}
