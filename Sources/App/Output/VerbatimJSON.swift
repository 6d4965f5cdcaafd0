import ClientDocuments
import ClientModel
import FoundationEssentials
import Synchronization

/// JSON text that is written unchanged. No digit of a number is lost.
struct VerbatimJSON: Encodable {
  let text: [UInt8]

  init(_ text: [UInt8]) { self.text = text }

  /// Creates a JSON value from a body. JSON is unchanged except for line breaks. Other text becomes
  /// a JSON string.
  ///
  /// Returns nil if the body is empty, is not text, or is in a file.
  init?(_ body: StoredBody) {
    guard case .inline(let bytes) = body, !bytes.isEmpty else { return nil }
    if JSONValidator.fault(in: bytes) == nil {
      // Valid JSON has raw line breaks only between tokens, where a space can replace them.
      text = bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    } else if let string = String(validating: bytes, as: UTF8.self) {
      text = Array(JSONText.quoted(string).utf8)
    } else {
      return nil
    }
  }

  /// Creates a JSON value from text. A JSON object or array is unchanged. Any other text becomes a
  /// JSON string.
  init(valueOrText text: String) {
    let bytes = Array(text.utf8)
    let isValue = text.begins(with: "{") || text.begins(with: "[")
    self.text =
      isValue && JSONValidator.fault(in: bytes) == nil
      ? bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } : Array(JSONText.quoted(text).utf8)
  }

  /// The texts of one value that is being encoded. The encoder writes a placeholder for each text,
  /// and `filled` replaces the placeholders.
  final class Texts: Sendable {
    static let key = CodingUserInfoKey(rawValue: "verbatim")

    private let texts = Mutex<[[UInt8]]>([])
    /// The start of each placeholder. It is random, so that no text of a response contains it.
    private let mark = "verbatim-\(UInt64.random(in: 0 ... .max))-"

    fileprivate func add(_ text: [UInt8]) -> String {
      texts.withLock {
        $0.append(text)
        return "\(mark)\($0.count - 1)"
      }
    }

    /// Replaces the placeholders in the encoded value with the texts.
    func filled(_ bytes: [UInt8]) -> [UInt8] {
      let texts = texts.withLock { $0 }
      if texts.isEmpty { return bytes }
      let start = Array("\"\(mark)".utf8)
      var (filled, rest) = ([UInt8](), bytes[...])
      while let place = rest.firstIndex(of: start[0]) {
        filled += rest[..<place]
        rest = rest[place...]
        let digits = rest.dropFirst(start.count).prefix { $0 != start[0] }
        if rest.starts(with: start), let number = Int(String(decoding: digits, as: UTF8.self)) {
          filled += texts[number]
          rest = rest[(digits.endIndex + 1)...]
        } else {
          filled.append(start[0])
          rest = rest.dropFirst()
        }
      }
      return filled + rest
    }
  }

  func encode(to encoder: any Encoder) throws {
    guard let key = Texts.key, let texts = encoder.userInfo[key] as? Texts else {
      preconditionFailure("JSON text was encoded by an encoder other than JSONOutput.")
    }
    var value = encoder.singleValueContainer()
    try value.encode(texts.add(text))
  }
}
