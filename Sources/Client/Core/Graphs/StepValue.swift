import ClientDocuments
import ClientModel

/// The JSON text of a value that one step passes to another.
struct StepValue: Hashable, Sendable {
  var text: [UInt8]

  /// The maximum size in bytes. Larger values should be passed as files, not in templates.
  static let limit = 4 << 20

  /// The text to insert into a template. A string is inserted unquoted, and other JSON values are
  /// inserted as JSON.
  var words: String {
    do throws(DocumentError) {
      let document = try JSONDocument(indexing: ByteSource(text))
      if let root = try document.root(), let string = try document.string(of: root) {
        return string
      }
    } catch {
      // Reading from memory cannot fail. A value that is not a string is returned as JSON.
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether the value is null, which is treated as missing.
  var isNull: Bool { text == Array("null".utf8) }

  /// Reads the value at a JSON pointer in a result.
  ///
  /// - Throws: A failure if the result is not JSON, or if the value is missing or too large.
  init(
    at pointer: String, in result: ByteSource, of step: String, for input: String
  ) throws(Failure) {
    do throws(DocumentError) {
      let document = try JSONDocument(indexing: result)
      let node = try document.node(at: try JSONPointer(pointer))
      let size = try document.range(of: node).count
      text = size <= Self.limit ? try document.rawText(of: node) : []
    } catch {
      throw Self.missing(input, step, error.why)
    }
    guard !text.isEmpty else { throw Self.tooLarge(input, step) }
    // `JSONDocument` tolerates invalid JSON, but the value of a step must be valid.
    if let fault = JSONValidator.fault(in: text) {
      throw Self.missing(input, step, fault.sentence)
    }
    guard !isNull else { throw Self.missing(input, step, "it is null.") }
  }

  init(_ text: [UInt8]) { self.text = text }

  static func missing(_ input: String, _ step: String, _ why: String) -> Failure {
    Failure(
      .invalidRequest, what: "The value `\(input)` is missing.",
      why: "The result of step `\(step)` does not contain it: \(why)",
      whatToDo: "Look at that result, and correct the pointer or program in the graph.")
  }

  static func tooLarge(_ input: String, _ step: String) -> Failure {
    Failure(
      .invalidRequest, what: "The value `\(input)` is too large.",
      why: "The selected part of the result of step `\(step)` is larger than \(ByteCount(limit)).",
      whatToDo: "Select a smaller part of it.")
  }

  /// Returns a JSON object with the given members, in the given order.
  static func object(_ values: [(name: String, value: StepValue)]) -> [UInt8] {
    var text: [UInt8] = [UInt8(ascii: "{")]
    for (place, (name, value)) in values.enumerated() {
      if place > 0 { text.append(UInt8(ascii: ",")) }
      text += Array(JSONText.quoted(name).utf8) + [UInt8(ascii: ":")] + value.text
    }
    return text + [UInt8(ascii: "}")]
  }
}
