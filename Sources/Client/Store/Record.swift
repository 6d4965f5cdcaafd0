import CCrypto
import ClientModel

/// The identity of a row: its table, its number and, if the number is not unique, a name.
struct RowIdentity: Hashable {
  var kind: Record.Kind
  var key: Int64
  var name = ""
}

/// The bytes of a row, followed by a checksum, because SQLite's pages have none. The checksum also
/// covers the row's key, so it detects swapped rows as well as flipped bits.
enum Record {
  /// The kind of a row. The raw value is the initial value of the checksum.
  enum Kind: UInt32 {
    case request = 1
    case facts = 2
    case result = 3
    case job = 4
    case cookie = 5
    case cached = 6
    case cachedBody = 7
    case hop = 8
    /// An unsaved request in its own file, or the draft of a job.
    case draft = 16
    case changes = 17
    case graph = 24
    case material = 25
    case stepResult = 26
    case rowValues = 27
    /// A job that is not in the store yet.
    case spooled = 28
    case shared = 32
    case sharedValue = 33
    case sharedList = 34
  }

  /// Appends the checksum to the written bytes, and returns all bytes.
  @discardableResult
  static func close(_ writer: inout PayloadWriter) -> [UInt8] {
    let sum = checksum(of: writer.bytes[...], writer.place)
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      writer.byte(UInt8(truncatingIfNeeded: sum >> shift))
    }
    return writer.bytes
  }

  static func open(
    _ bytes: [UInt8], at place: RowIdentity, vault: Vault
  ) throws(Failure) -> PayloadReader {
    guard bytes.count >= 4 else { throw .damaged("it ends too early") }
    let end = bytes.count - 4
    var stored: UInt32 = 0
    for (place, byte) in bytes[end...].enumerated() { stored |= UInt32(byte) << (8 * place) }
    guard stored == checksum(of: bytes[..<end], place) else {
      throw .damaged("it does not match its checksum")
    }
    return PayloadReader(bytes, end: end, at: place, vault: vault)
  }

  private static func checksum(of bytes: ArraySlice<UInt8>, _ place: RowIdentity) -> UInt32 {
    let seed = withUnsafeBytes(of: place.key.littleEndian) {
      ccrypto_crc32c(place.kind.rawValue, $0.baseAddress, $0.count)
    }
    return bytes.withUnsafeBytes { ccrypto_crc32c(seed, $0.baseAddress, $0.count) }
  }
}

extension RowIdentity {
  static func request(of job: JobID) -> RowIdentity {
    RowIdentity(kind: .request, key: job.rawValue)
  }
  static func facts(of attempt: AttemptID) -> RowIdentity {
    RowIdentity(kind: .facts, key: attempt.key)
  }
  static func result(of attempt: AttemptID) -> RowIdentity {
    RowIdentity(kind: .result, key: attempt.key)
  }
  static func changes(_ revision: Int64) -> RowIdentity {
    RowIdentity(kind: .changes, key: revision)
  }
  /// Returns the identity of a cached response. The number consists of the first 8 bytes of the
  /// key's hash.
  static func cached(_ kind: Record.Kind, _ key: [UInt8]) -> RowIdentity {
    RowIdentity(kind: kind, key: key.prefix(8).reduce(0) { $0 << 8 | Int64($1) })
  }

  static func job(_ id: Int64) -> RowIdentity { RowIdentity(kind: .job, key: id) }

  /// Returns the identity of a cookie. The parts of the name are joined with NUL, which no part can
  /// contain.
  static func cookie(_ identity: CookieIdentity, in jar: Int64) -> RowIdentity {
    let parts = [identity.domain, "\(identity.reach.rawValue)", identity.path, identity.name]
    return RowIdentity(kind: .cookie, key: jar, name: parts.joined(separator: "\u{0}"))
  }

  static func hop(of job: JobID) -> RowIdentity { RowIdentity(kind: .hop, key: job.rawValue) }
}

extension RowIdentity {
  /// Returns the identity of a shared value. The seal authenticates the key and the version of the
  /// value. Versions are never reused.
  static func shared(_ kind: Record.Kind, _ key: SharedKey, version: Int64) -> RowIdentity {
    RowIdentity(kind: kind, key: version, name: key.name)
  }
  static let sharedList = RowIdentity(kind: .sharedList, key: 0)
}
