import Glibc

/// The pages in the committed transactions of a write-ahead log.
///
/// SQLite stops at the first frame that does not match its checksum. Each checksum continues that
/// of the frame before, as stored in the log. Therefore frames after a damaged one can also be
/// verified.
///
/// Source: SQLite's "Database File Format", section 4.
struct LogFrames {
  /// The offset in the log of the newest committed content of each page.
  private(set) var places: [UInt32: Int64] = [:]
  /// The number of pages of the database after the last commit, or nil for a log without a commit.
  private(set) var pageCount: UInt32?
  /// Whether frames before the last commit could not be read.
  private(set) var isDamaged = false
  private(set) var pageSize: Int?

  static let none = LogFrames()

  private init() {}

  /// Reads a log.
  ///
  /// - Parameter file: The open file, which may be empty.
  init(_ file: Int32) {
    guard let head = Self.bytes(of: file, at: 0, count: 32), let magic = head.word(at: 0),
      magic & ~1 == 0x377F_0682, let size = head.word(at: 8), Self.isPageSize(Int(size)),
      let seed = Checksum(head, at: 24), Checksum.zero.over(head.bytes[..<24], magic & 1) == seed
    else { return }
    pageSize = Int(size)
    read(file, head, seed, magic & 1)
  }

  private mutating func read(_ file: Int32, _ head: FileBytes, _ seed: Checksum, _ order: UInt32) {
    guard let pageSize else { return }
    var seed = seed
    var pending: [(page: UInt32, place: Int64)] = []
    var unread = false
    var place: Int64 = 32
    while let frame = Self.bytes(of: file, at: place, count: 24 + pageSize) {
      defer { place += Int64(24 + pageSize) }
      guard let stored = Checksum(frame, at: 16) else { return }
      let sum = seed.over(frame.bytes[..<8], order).over(frame.bytes[24...], order)
      seed = stored
      guard frame.bytes[8..<16] == head.bytes[16..<24], sum == stored,
        let page = frame.word(at: 0), let size = frame.word(at: 4), page > 0
      else {
        unread = true
        continue
      }
      pending.append((page, place + 24))
      guard size > 0 else { continue }
      for (page, place) in pending { places[page] = place }
      pending = []
      pageCount = size
      if unread { isDamaged = true }
    }
  }

  static func isPageSize(_ size: Int) -> Bool {
    size >= 512 && size <= 65536 && size & (size - 1) == 0
  }

  /// Returns these bytes of a file, or nil if the file is shorter.
  static func bytes(of file: Int32, at place: Int64, count: Int) -> FileBytes? {
    guard file >= 0 else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = max(0, pread(file, buffer.baseAddress, count, off_t(place)))
    }
    return bytes.count == count ? FileBytes(bytes) : nil
  }

  private struct Checksum: Equatable {
    var first: UInt32
    var second: UInt32
    static let zero = Checksum(first: 0, second: 0)

    init(first: UInt32, second: UInt32) { (self.first, self.second) = (first, second) }

    init?(_ bytes: FileBytes, at place: Int) {
      guard let first = bytes.word(at: place), let second = bytes.word(at: place + 4) else {
        return nil
      }
      self.init(first: first, second: second)
    }

    /// Returns the checksum continued over more bytes.
    ///
    /// - Parameter order: 1 if the words are big-endian.
    func over(_ bytes: ArraySlice<UInt8>, _ order: UInt32) -> Checksum {
      var (first, second) = (first, second)
      bytes.withUnsafeBytes { bytes in
        for place in stride(from: 0, to: bytes.count - 7, by: 8) {
          let one = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
          let two = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
          first &+= (order == 1 ? UInt32(bigEndian: one) : UInt32(littleEndian: one)) &+ second
          second &+= (order == 1 ? UInt32(bigEndian: two) : UInt32(littleEndian: two)) &+ first
        }
      }
      return Checksum(first: first, second: second)
    }
  }
}
