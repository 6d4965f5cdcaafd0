import ClientModel
import Glibc

/// The characters of an encoding, created with iconv, the converter of the C library.
///
/// iconv is called only for single characters, and the decoder follows the standard's state
/// machines, because iconv handles errors differently. The table corrects characters for which
/// glibc 2.36 or 2.41 differs from the standard's indexes.
///
/// - Source: Encoding Standard (WHATWG), section 5.
struct EncodingTable: Sendable {
  /// The code points, indexed by pointer, or 0 for a pointer without a character.
  private let codes: [UInt32]

  private init(_ codes: [UInt32]) { self.codes = codes }

  /// Returns the code point for a pointer, or nil if there is none.
  subscript(pointer: Int) -> UInt32? {
    guard codes.indices.contains(pointer), codes[pointer] != 0 else { return nil }
    return codes[pointer]
  }

  /// Returns the characters for the bytes 0x80 to 0xFF of a single-byte encoding.
  ///
  /// - Returns: Nil if the C library does not have a converter for the encoding.
  static func upperHalf(of encoding: TextEncoding) -> EncodingTable? {
    guard let (name, corrections) = single[encoding], let library = Converter(from: name) else {
      return nil
    }
    let isWindows = encoding.rawValue.utf8.starts(with: "windows".utf8)
    return EncodingTable(
      (0x80...0xFF).map { byte in
        if let corrected = corrections[byte] { return corrected }
        // The standard fills gaps in the Windows encodings with control characters.
        return library.character([UInt8(byte)])
          ?? (isWindows && byte < 0xA0 ? UInt32(byte) : 0)
      })
  }

  // A table is built once per process, in a few milliseconds.

  static let gb18030 = doubleBytes("GB18030", leads: 0x81...0xFE, trails: twoRanges(0x80...0xFE)) {
    [
      0xA3A0: 0x3000, 0xFE51: 0xE816, 0xFE52: 0xE817, 0xFE53: 0xE818, 0xFE6C: 0xE831,
      0xFE76: 0xE83B, 0xFE91: 0xE855,
    ]
  }

  /// The four-byte characters of gb18030 in the basic plane.
  ///
  /// The table contains, in order, the characters that had no two-byte form in the 2005 version of
  /// the standard. Later versions added a two-byte form for 18 of them, so these are in both
  /// tables.
  static let gb18030Ranges: EncodingTable? = {
    guard let gb18030 else { return nil }
    var short = Set(gb18030.codes)
    short.subtract([0x1E3F] + Array(0xFE10...0xFE19) + Array(0x9FB4...0x9FBB))
    short.formUnion(Array(0xE78D...0xE796) + Array(0xE000...0xE765) + Array(0xD800...0xDFFF))
    short.formUnion([0xE7C7, 0xE81E, 0xE826, 0xE82B, 0xE82C, 0xE832, 0xE843, 0xE854, 0xE864])
    return EncodingTable(
      (0x80...0xFFFF).filter { !short.contains($0) }.map { $0 == 0x1E3F ? 0xE7C7 : $0 })
  }()

  static let big5 = doubleBytes(
    "BIG5-HKSCS", leads: 0x81...0xFE, trails: Array(0x40...0x7E) + Array(0xA1...0xFE)
  ) {
    var corrections: [Int: UInt32] = [:]
    for pair in big5Corrections.words(at: " ") {
      if let (bytes, code) = pair.cut(at: "="), let bytes = Int(bytes, radix: 16) {
        corrections[bytes] = UInt32(code, radix: 16)
      }
    }
    return corrections
  }

  static let eucKR = doubleBytes("UHC", leads: 0x81...0xFE, trails: Array(0x41...0xFE)) { [:] }

  /// The table of JIS X 0208. The pointers 8836 to 10715 are private use characters that exist only
  /// in Shift_JIS.
  static let jis0208 = doubleBytes(
    "CP932", leads: Array(0x81...0x9F) + Array(0xE0...0xFC), trails: twoRanges(0x80...0xFC)
  ) { [:] }

  static let jis0212 = doubleBytes(
    "EUC-JP", prefix: 0x8F, leads: 0xA1...0xFE, trails: Array(0xA1...0xFE)
  ) { [:] }

  private static func twoRanges(_ upper: ClosedRange<UInt8>) -> [UInt8] {
    Array(0x40...0x7E) + Array(upper)
  }

  /// Returns the table of a two-byte encoding, or nil if the C library does not have a converter.
  ///
  /// - Parameter corrections: The code points that replace the converter's, keyed by the two bytes.
  private static func doubleBytes(
    _ name: String, prefix: UInt8? = nil, leads: some Sequence<UInt8>, trails: [UInt8],
    corrections: () -> [Int: UInt32]
  ) -> EncodingTable? {
    guard let library = Converter(from: name) else { return nil }
    let corrections = corrections()
    var codes: [UInt32] = []
    for lead in leads {
      for trail in trails {
        let code =
          corrections[Int(lead) << 8 | Int(trail)]
          ?? library.character((prefix.map { [$0] } ?? []) + [lead, trail])
        codes.append(code ?? 0)
      }
    }
    return EncodingTable(codes)
  }

  /// The converter's name for each single-byte encoding, and the corrections to its characters.
  private static let single: [TextEncoding: (String, [Int: UInt32])] = [
    .ibm866: ("IBM866", [:]), .iso8859Part2: ("ISO-8859-2", [:]),
    .iso8859Part3: ("ISO-8859-3", [:]),
    .iso8859Part4: ("ISO-8859-4", [:]), .iso8859Part5: ("ISO-8859-5", [:]),
    .iso8859Part6: ("ISO-8859-6", [:]), .iso8859Part7: ("ISO-8859-7", [:]),
    .iso8859Part8: ("ISO-8859-8", [:]), .iso8859Part8I: ("ISO-8859-8", [:]),
    .iso8859Part10: ("ISO-8859-10", [:]), .iso8859Part13: ("ISO-8859-13", [:]),
    .iso8859Part14: ("ISO-8859-14", [:]), .iso8859Part15: ("ISO-8859-15", [:]),
    .iso8859Part16: ("ISO-8859-16", [:]), .koi8R: ("KOI8-R", [:]),
    .koi8U: ("KOI8-U", [0xAE: 0x045E, 0xBE: 0x040E]),
    .macintosh: ("MACINTOSH", [0xC6: 0x2206, 0xF0: 0xF8FF]), .windows874: ("CP874", [:]),
    .windows1250: ("CP1250", [:]), .windows1251: ("CP1251", [:]), .windows1252: ("CP1252", [:]),
    .windows1253: ("CP1253", [:]), .windows1254: ("CP1254", [:]),
    .windows1255: ("CP1255", [0xCA: 0x05BA]), .windows1256: ("CP1256", [:]),
    .windows1257: ("CP1257", [:]), .windows1258: ("CP1258", [:]),
    .macCyrillic: ("MAC-CYRILLIC", [0xFF: 0x20AC]),
  ]

  /// The corrections as `bytes=character`: characters that HKSCS has replaced, and symbols that the
  /// converter maps to different characters.
  private static let big5Corrections = """
    8e69=7bb8 8e6f=7c06 8e7e=7cce 8eab=7dd2 8eb4=7e1d 8ecd=8005 8ed0=8028 8f57=83c1 8f69=84a8 \
    8f6e=840f 8fcb=89a6 8fcc=89a9 8ffe=8d77 906d=90fd 907a=92b9 90dc=975c 90f1=97ff 91bf=9f16 \
    9244=8503 92af=5159 92b0=515b 92b1=515d 92b2=515e 92c8=936e 92d1=7479 9447=6d67 94ca=799b \
    95d9=9097 9644=975d 96ed=701e 96fc=5b28 9b76=7201 9b78=77d7 9b7b=7e87 9bc6=99d6 9bde=91d4 \
    9bec=60de 9bf6=6fb6 9c42=8f36 9c53=4fbb 9c62=71df 9c68=9104 9c6b=9df0 9c77=83cf 9cbc=5c10 \
    9cbd=79e3 9cd0=5a67 9d57=8f0b 9d5a=7b51 9dc4=62d0 9ea9=6062 9eef=75f9 9efd=6c4a 9f60=9b2e \
    9f66=9f17 9fcb=50ed 9fd8=5f0c a063=880f a077=62ce a0d5=7468 a0df=7162 a0e4=7250 a145=2027 \
    a14e=fe51 a15a=2574 a1c2=af a1c3=ffe3 a1c5=2cd a1e3=ff5e a1f2=2295 a1f3=2299 a1fe=ff0f \
    a240=ff3c a241=2215 a242=fe68 a244=ffe5 a246=ffe0 a247=ffe1 a2cc=5341 a2ce=5345 a3c0=2400 \
    a3c1=2401 a3c2=2402 a3c3=2403 a3c4=2404 a3c5=2405 a3c6=2406 a3c7=2407 a3c8=2408 a3c9=2409 \
    a3ca=240a a3cb=240b a3cc=240c a3cd=240d a3ce=240e a3cf=240f a3d0=2410 a3d1=2411 a3d2=2412 \
    a3d3=2413 a3d4=2414 a3d5=2415 a3d6=2416 a3d7=2417 a3d8=2418 a3d9=2419 a3da=241a a3db=241b \
    a3dc=241c a3dd=241d a3de=241e a3df=241f a3e0=2421 a3e1=20ac c6cf=5ef4 c6d3=65e0 c6d5=7676 \
    c6d7=96b6 c6de=3003 c6df=4edd fa5f=5029 fa66=507d fabd=5305 fac5=5344 fad5=537f fb48=5605 \
    fbb8=5a77 fbf3=5e75 fbf9=5ed0 fc4f=5f58 fc6c=60a4 fcb9=6490 fce2=6674 fcf1=675e fdb7=6c9c \
    fdb8=6e1d fdbb=6e2f fdf1=716e fe52=732a fe6f=745c feaa=74e9 fedd=7809
    """
}

/// An iconv converter that is used for one character at a time.
private struct Converter: ~Copyable {
  private let descriptor: iconv_t

  /// Opens a converter. Returns nil if the C library does not have a converter with this name.
  init?(from name: String) {
    guard let opened = iconv_open("UTF-32LE", name), Int(bitPattern: opened) != -1 else {
      return nil
    }
    descriptor = opened
  }

  deinit { iconv_close(descriptor) }

  /// Returns the character of these bytes, or nil if they are not exactly one character.
  func character(_ bytes: [UInt8]) -> UInt32? {
    var input = bytes.map { CChar(bitPattern: $0) }
    var output = [UInt8](repeating: 0, count: 16)
    let count = input.withUnsafeMutableBufferPointer { from in
      output.withUnsafeMutableBytes { to in
        var (next, left) = (from.baseAddress, from.count)
        var (place, room) = (to.baseAddress?.assumingMemoryBound(to: CChar.self), to.count)
        // Some converters buffer a character that the next one could combine with. The last call
        // writes that character.
        iconv(descriptor, nil, nil, nil, nil)
        guard iconv(descriptor, &next, &left, &place, &room) != -1 else { return 0 }
        iconv(descriptor, nil, nil, &place, &room)
        return to.count - room
      }
    }
    guard count == 4 else { return nil }
    return output.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
