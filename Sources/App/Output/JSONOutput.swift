import ClientDocuments
import FoundationEssentials

/// Output in the stable JSON format.
enum JSONOutput {
  /// Prints a value on several lines. Used for people and files.
  static func print(_ value: some Encodable) throws {
    try write(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted])
  }

  /// Prints a value as an element of a list. The value is indented and does not end with a line
  /// break.
  static func printElement(_ value: some Encodable, indent: String) throws {
    let lines = try bytes(of: value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted])
      .dropLast().split(separator: 10, omittingEmptySubsequences: false)
    let space = Array(indent.utf8)
    let indented = lines.map { line -> [UInt8] in line.isEmpty ? [] : space + line }
    StandardOutput.write(Array(indented.joined(separator: [10])))
  }

  /// Prints a value on one line. Used for streams.
  static func printLine(_ value: some Encodable) throws {
    try write(value, [.sortedKeys, .withoutEscapingSlashes])
  }

  /// Returns a value as JSON on one line, without a line break.
  ///
  /// Integers and strings are formatted without an encoder, because rows may have 100,000 values in
  /// total.
  static func text(of value: some Encodable) throws -> [UInt8] {
    switch value {
    case let number as any BinaryInteger: Array(number.description.utf8)
    case let text as String: Array(JSONText.quoted(text).utf8)
    case let json as VerbatimJSON: json.text
    default: Array(try bytes(of: value, [.sortedKeys, .withoutEscapingSlashes]).dropLast())
    }
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
    let texts = VerbatimJSON.Texts()
    if let key = VerbatimJSON.Texts.key { encoder.userInfo[key] = texts }
    return texts.filled(Array(try encoder.encode(value))) + [10]
  }
}

/// A list that is printed while its elements are read. The layout is the same as for an array
/// printed by `JSONOutput.print`.
struct JSONList {
  private let indent: String
  private var isEmpty = true

  /// Creates an empty list.
  ///
  /// - Parameter depth: The number of objects and lists that contain the list.
  init(depth: Int = 0) { indent = String(repeating: "  ", count: depth) }

  mutating func print(_ elements: [some Encodable]) throws {
    for element in elements {
      StandardOutput.write(Array((isEmpty ? "[\n" : ",\n").utf8))
      isEmpty = false
      try JSONOutput.printElement(element, indent: indent + "  ")
    }
  }

  /// Ends the list.
  ///
  /// - Parameter rest: The text after the list.
  func end(_ rest: String = "\n") {
    StandardOutput.write(Array(((isEmpty ? "[\n" : "") + "\n\(indent)]\(rest)").utf8))
  }
}
