import ClientDocuments
import Testing

/// Whether a picture is all there.
@Suite struct PictureEndTests {
  /// The smallest pictures with something in each part that is walked through.
  private static let pictures: [(format: PictureFormat, bytes: [UInt8])] = [
    (
      .png,
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [0, 0, 0, 2] + Array("IDAT".utf8)
        + [7, 7, 1, 1, 1, 1] + [0, 0, 0, 0] + Array("IEND".utf8) + [1, 1, 1, 1]
    ),
    (
      .jpeg,
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0xFF, 0xD9] + [0xFF, 0xDA, 0, 4, 1, 2]
        + [5, 0xFF, 0, 6, 7, 0xFF, 0xD9]
    ),
    (
      .gif,
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + [0, 0, 0, 1, 1, 1]
        + [0x21, 0xF9, 4, 0, 0, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
        + [0x3B]
    ),
    (.webp, Array("RIFF".utf8) + [8, 0, 0, 0] + Array("WEBPVP8 ".utf8)),
    (.bmp, Array("BM".utf8) + [20, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 9, count: 10)),
    (
      .ico,
      [0, 0, 1, 0, 1, 0] + [1, 1, 0, 0, 1, 0, 32, 0] + [3, 0, 0, 0, 22, 0, 0, 0] + [1, 2, 3]
    ),
  ]

  @Test(arguments: 0..<6)
  func `a picture is complete with its last byte, and cut short without it`(number: Int) throws {
    let (format, bytes) = Self.pictures[number]
    #expect(PictureFormat(start: Array(bytes.prefix(16))) == format)
    #expect(try !format.isCutShort(ByteSource(bytes)), "\(format)")
    #expect(try !format.isCutShort(ByteSource(bytes + [0, 0, 0])), "\(format) with more behind it")
    for length in 16..<bytes.count {
      #expect(try format.isCutShort(ByteSource(Array(bytes[..<length]))), "\(format) at \(length)")
    }
  }

  @Test(arguments: 0..<200)
  func `no bytes prevent it from ending`(seed: Int) throws {
    var dice = Dice(seed: seed)
    var (format, bytes) = Self.pictures[dice.roll(6)]
    for _ in 0..<4 { bytes[dice.roll(bytes.count)] = UInt8(dice.roll(256)) }
    _ = try format.isCutShort(ByteSource(bytes))
    format = .png
    _ = try format.isCutShort(ByteSource(bytes))
  }
}
