/// Functions that detect incomplete pictures from the structure of the format, without decoding.
extension PictureFormat {
  /// The maximum number of parts to read. The largest pictures that are decoded have fewer parts.
  private static let mostParts = 100_000

  /// Returns whether the end of the picture is missing.
  package func isCutShort(_ source: ByteSource) throws(DocumentError) -> Bool {
    let reader = ByteReader(source)
    switch self {
    case .png: return try isPNGCut(reader)
    case .jpeg: return try isJPEGCut(source, reader)
    case .gif: return try isGIFCut(reader)
    case .webp: return try Self.little(4, at: 4, reader).map { $0 + 8 > source.count } ?? true
    case .bmp: return try Self.little(4, at: 2, reader).map { $0 > source.count } ?? true
    case .ico: return try isIconCut(reader)
    }
  }

  /// Returns whether the end chunk is missing (PNG, section 5.3).
  private func isPNGCut(_ reader: ByteReader) throws(DocumentError) -> Bool {
    var at = 8
    for _ in 0..<Self.mostParts {
      guard let length = try Self.big(4, at: at, reader),
        let type = try Self.big(4, at: at + 4, reader)
      else { return true }
      at += 12 + length
      if at > reader.count { return true }
      // "IEND"
      if type == 0x4945_4E44 { return false }
    }
    return false
  }

  /// Returns whether the marker FF D9 is missing after the scan, whose data never contains FF D9
  /// (ITU T.81, B.1.1). The segments before the scan are skipped.
  private func isJPEGCut(
    _ source: ByteSource, _ reader: ByteReader
  ) throws(DocumentError) -> Bool {
    var at = 2
    for _ in 0..<Self.mostParts {
      guard let marker = try Self.big(2, at: at, reader),
        let length = try Self.big(2, at: at + 2, reader)
      else { return true }
      if marker == 0xFFDA { break }
      // Data that is not a segment is an error that the decoder reports.
      guard marker >= 0xFF00 else { return false }
      at += 2 + length
    }
    let piece = 64 << 10
    var end = source.count
    while end > at {
      let start = max(at, end - piece)
      let bytes = try source.bytes(in: start..<min(source.count, end + 1))
      if zip(bytes, bytes.dropFirst()).contains(where: { $0 == 0xFF && $1 == 0xD9 }) {
        return false
      }
      end = start
    }
    return true
  }

  /// Returns whether the trailer is missing (GIF89a, section 27).
  private func isGIFCut(_ reader: ByteReader) throws(DocumentError) -> Bool {
    guard let screen = try reader.byte(at: 10) else { return true }
    var at = 13 + Self.colours(screen)
    for _ in 0..<Self.mostParts {
      guard let kind = try reader.byte(at: at) else { return true }
      switch kind {
      case 0x3B: return false
      case 0x21: at += 2
      case 0x2C:
        guard let picture = try reader.byte(at: at + 9) else { return true }
        at += 11 + Self.colours(picture)
      default: return false
      }
      while let length = try reader.byte(at: at), length > 0 { at += 1 + Int(length) }
      at += 1
    }
    return false
  }

  /// Returns the size in bytes of the colour table that the flags describe.
  private static func colours(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  /// Returns whether a picture listed in the directory is incomplete.
  private func isIconCut(_ reader: ByteReader) throws(DocumentError) -> Bool {
    guard let count = try Self.little(2, at: 4, reader) else { return true }
    for entry in 0..<count {
      guard let length = try Self.little(4, at: 14 + 16 * entry, reader),
        let start = try Self.little(4, at: 18 + 16 * entry, reader), start + length <= reader.count
      else { return true }
    }
    return false
  }

  private static func big(
    _ count: Int, at offset: Int, _ reader: ByteReader
  ) throws(DocumentError) -> Int? {
    var number = 0
    for place in 0..<count {
      guard let byte = try reader.byte(at: offset + place) else { return nil }
      number = number << 8 | Int(byte)
    }
    return number
  }

  private static func little(
    _ count: Int, at offset: Int, _ reader: ByteReader
  ) throws(DocumentError) -> Int? {
    var number = 0
    for place in 0..<count {
      guard let byte = try reader.byte(at: offset + place) else { return nil }
      number |= Int(byte) << (8 * place)
    }
    return number
  }
}
