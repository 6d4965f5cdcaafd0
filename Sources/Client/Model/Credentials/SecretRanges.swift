/// The ranges of the secrets in a text, in UTF-8 bytes.
public struct SecretRanges: Hashable, Sendable {
  /// Ranges of UTF-8 offsets, ascending and disjoint.
  public let ranges: [Range<Int>]

  /// Ranges for a text that has no secrets.
  public static let none = SecretRanges([])

  /// Creates a value from ranges. Joins ranges that overlap or touch.
  public init(_ places: [Range<Int>]) {
    var joined: [Range<Int>] = []
    for place in places.sorted(by: { $0.lowerBound < $1.lowerBound }) where !place.isEmpty {
      if let last = joined.last, place.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
      } else {
        joined.append(place)
      }
    }
    ranges = joined
  }

  /// Whether the text has no secrets.
  public var isEmpty: Bool { ranges.isEmpty }

  /// Returns the ranges that are secret in at least one of the two values.
  public func union(_ other: SecretRanges) -> SecretRanges {
    other.isEmpty ? self : isEmpty ? other : SecretRanges(ranges + other.ranges)
  }

  /// Returns the ranges within a part of the text. Offsets are relative to the start of the part.
  package func within(_ part: Range<Int>) -> SecretRanges {
    SecretRanges(
      ranges.map { range in
        let cut = range.clamped(to: part)
        return cut.lowerBound - part.lowerBound..<cut.upperBound - part.lowerBound
      })
  }

  /// Returns the text with each range masked.
  public func masked(_ text: String) -> String {
    isEmpty ? text : pieces(of: text).map { $0.isSecret ? Secret.mask : $0.text }.joined()
  }

  /// Returns the text of each range.
  public func secrets(in text: String) -> [String] {
    isEmpty ? [] : pieces(of: text).filter(\.isSecret).map(\.text)
  }

  /// Returns the text with each range turned into a sealed literal.
  public func sealed(_ text: String) -> SensitiveText {
    SensitiveText(
      pieces(of: text).map { $0.isSecret ? .literal(Secret($0.text), .none) : .plain($0.text) })
  }

  /// A part of the text. Either all or none of it is secret.
  package struct Piece: Hashable, Sendable {
    package let text: String
    package let isSecret: Bool

    package init(text: String, isSecret: Bool) {
      self.text = text
      self.isSecret = isSecret
    }
  }

  /// Returns the pieces of the text, in order.
  package func pieces(of text: String) -> [Piece] {
    let bytes = Array(text.utf8)
    var pieces: [Piece] = []
    var end = 0
    func add(_ range: Range<Int>, isSecret: Bool) {
      guard !range.isEmpty else { return }
      pieces.append(Piece(text: String(decoding: bytes[range], as: UTF8.self), isSecret: isSecret))
    }
    for range in ranges {
      precondition(range.upperBound <= bytes.count, "The places are outside the text.")
      add(end..<range.lowerBound, isSecret: false)
      add(range, isSecret: true)
      end = range.upperBound
    }
    add(end..<bytes.count, isSecret: false)
    return pieces
  }
}
