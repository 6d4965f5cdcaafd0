import ClientModel
import Glibc

/// The pages of a database and its log. They are read without SQLite, which rejects damaged files.
///
/// Source: SQLite's "Database File Format", sections 1.2 to 1.7.
final class PageFile {
  let pageSize: Int
  /// The number of bytes of a page that its tree can use.
  let usable: Int
  let count: UInt32
  let isLogDamaged: Bool
  private let file: Int32
  private let log: Int32
  private let frames: LogFrames

  /// Opens the files.
  ///
  /// - Parameter path: The path of the database. Its log is beside it. Either file may be missing.
  init(_ path: String) {
    file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    log = open(path + "-wal", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    frames = LogFrames(log)
    isLogDamaged = frames.isDamaged
    var head = LogFrames.bytes(of: file, at: 0, count: 100)
    if let place = frames.places[1] { head = LogFrames.bytes(of: log, at: place, count: 100) }
    let isHead = head?.bytes.starts(with: Array("SQLite format 3\0".utf8)) ?? false
    let written = isHead ? head?.half(at: 16).map { $0 == 1 ? 65536 : $0 } : nil
    // The default is the page size of Weir's own stores.
    pageSize = frames.pageSize ?? written.flatMap { LogFrames.isPageSize($0) ? $0 : nil } ?? 4096
    let reserved = isHead ? Int(head?.byte(at: 20) ?? 0) : 0
    usable = pageSize - (reserved <= pageSize - 480 ? reserved : 0)
    let inFile = (PrivateFile.size(of: path) + Int64(pageSize) - 1) / Int64(pageSize)
    count = max(UInt32(clamping: inFile), frames.pageCount ?? 0)
  }

  deinit {
    if file >= 0 { close(file) }
    if log >= 0 { close(log) }
  }

  /// Returns the content of a page, or nil if there is no such page.
  func page(_ number: UInt32) -> FileBytes? {
    guard number > 0, number <= count else { return nil }
    if let place = frames.places[number] {
      return LogFrames.bytes(of: log, at: place, count: pageSize)
    }
    return LogFrames.bytes(of: file, at: Int64(number - 1) * Int64(pageSize), count: pageSize)
  }

  /// The version of the schema in the header, or nil if it is not the header of a store.
  var schemaVersion: Int? {
    guard let head = page(1), head.word(at: 68) == UInt32(StoreSchema.application) else {
      return nil
    }
    return head.word(at: 60).map(Int.init)
  }

  /// Returns the free pages, or nil if the list of free pages is damaged.
  func freePages() -> Set<UInt32>? {
    guard let head = page(1), head.bytes.starts(with: Array("SQLite format 3\0".utf8)),
      var trunk = head.word(at: 32), let total = head.word(at: 36)
    else { return nil }
    var free: Set<UInt32> = []
    while trunk != 0 {
      guard free.insert(trunk).inserted, let page = page(trunk), let next = page.word(at: 0),
        let leaves = page.word(at: 4), leaves <= UInt32(usable / 4 - 2)
      else { return nil }
      for leaf in 0..<Int(leaves) {
        guard let number = page.word(at: 8 + 4 * leaf), number > 1, number <= count,
          free.insert(number).inserted
        else { return nil }
      }
      trunk = next
    }
    return free.count == Int(total) ? free : nil
  }
}
