/// A body as rows of 16 bytes.
package struct HexRows: Sendable {
  /// One row: where it starts, and up to 16 bytes.
  package struct Row: Hashable, Sendable {
    package let offset: Int
    package let bytes: [UInt8]

    /// `00000010  48 65 6c 6c 6f 20 77 6f  72 6c 64 21              Hello world!`
    package var text: String {
      let hex = (0..<16).map { place in
        let gap = place == 8 ? " " : ""
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

  package init(_ source: ByteSource) { self.source = source }

  /// How many rows there are.
  package var count: Int { (source.count + 15) / 16 }

  /// The rows in `window`, cut to those there are.
  package func rows(in window: Range<Int>) throws(DocumentError) -> [Row] {
    let wanted = window.clamped(to: 0..<count)
    let bytes = try source.bytes(in: wanted.lowerBound * 16..<wanted.upperBound * 16)
    return wanted.map { number in
      let start = (number - wanted.lowerBound) * 16
      return Row(offset: number * 16, bytes: Array(bytes[start..<min(start + 16, bytes.count)]))
    }
  }
}
