/// A body as hexadecimal rows of equal length.
package struct HexRows: Sendable {
  /// The number of bytes in a row.
  package enum Length: Int, CaseIterable, Hashable, Sendable {
    case four = 4
    case eight = 8
    case sixteen = 16
    case thirtyTwo = 32

    /// The width of a full row in characters.
    package var columns: Int {
      let hex = 3 * rawValue - 1 + max(0, rawValue / 8 - 1)
      return 8 + 2 + hex + 2 + rawValue
    }

    /// Returns the longest row length that fits the columns, or four bytes if none fits.
    package static func fitting(columns: Int) -> Length {
      allCases.last { $0.columns <= columns } ?? .four
    }
  }

  /// A row with its offset and its bytes.
  package struct Row: Hashable, Sendable {
    package let offset: Int
    package let bytes: [UInt8]
    let length: Length

    /// The row as text: `00000010  48 65 6c 6c 6f 20 77 6f  72 6c 64 21              Hello world!`
    package var text: String {
      let hex = (0..<length.rawValue).map { place in
        let gap = place > 0 && place % 8 == 0 ? " " : ""
        return gap + (place < bytes.count ? Self.hex(Int(bytes[place]), 2) : "  ")
      }
      let letters = bytes.map { (0x20..<0x7F).contains($0) ? Character(UnicodeScalar($0)) : "." }
      return Self.hex(offset, 8) + "  " + hex.joined(separator: " ") + "  " + String(letters)
    }

    private static func hex(_ number: Int, _ width: Int) -> String {
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
  }

  package let source: ByteSource
  package let length: Length

  package init(_ source: ByteSource, length: Length = .sixteen) {
    self.source = source
    self.length = length
  }

  package var count: Int { (source.count + length.rawValue - 1) / length.rawValue }

  /// Returns the number of the row that contains the byte.
  package func row(of offset: Int) -> Int { offset / length.rawValue }

  package func start(ofRow row: Int) -> Int { row * length.rawValue }

  /// Returns the rows in `window`. Rows past the end are ignored.
  package func rows(in window: Range<Int>) throws(DocumentError) -> [Row] {
    let wanted = window.clamped(to: 0..<count)
    let bytes = try source.bytes(
      in: start(ofRow: wanted.lowerBound)..<start(ofRow: wanted.upperBound))
    return wanted.map { number in
      let first = start(ofRow: number - wanted.lowerBound)
      let end = min(first + length.rawValue, bytes.count)
      return Row(offset: start(ofRow: number), bytes: Array(bytes[first..<end]), length: length)
    }
  }
}
