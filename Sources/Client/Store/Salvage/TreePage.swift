/// One page of the tree of a table or an index.
///
/// Source: SQLite's "Database File Format", section 1.6.
struct TreePage {
  enum Kind: UInt8 {
    case interiorIndex = 2
    case interiorTable = 5
    case leafIndex = 10
    case leafTable = 13

    var isInterior: Bool { self == .interiorIndex || self == .interiorTable }
    var isOfTable: Bool { self == .interiorTable || self == .leafTable }
  }

  /// One entry. A part that cannot be read is nil.
  struct Cell {
    /// The child page, whose keys are not greater than the key of this cell. It is nil on a leaf.
    var child: UInt32?
    /// The number of the row, or the greatest one in `child`. It is nil in an index.
    var row: Int64?
    /// The record. It is nil on an interior page of a table, and if it is damaged.
    var payload: [UInt8]?
  }

  let kind: Kind
  let rightmost: UInt32?
  private let bytes: FileBytes
  private let file: PageFile
  private let places: [Int?]

  /// Reads a page.
  ///
  /// - Returns: The page, or nil if it is not part of a tree.
  init?(_ number: UInt32, of file: PageFile) {
    guard let bytes = file.page(number) else { return nil }
    let start = number == 1 ? 100 : 0
    guard let kind = bytes.byte(at: start).flatMap(Kind.init), let count = bytes.half(at: start + 3)
    else { return nil }
    let first = start + (kind.isInterior ? 12 : 8)
    guard first + 2 * count <= file.usable else { return nil }
    self.kind = kind
    self.bytes = bytes
    self.file = file
    rightmost = kind.isInterior ? bytes.word(at: start + 8) : nil
    let usable = file.usable
    places = (0..<count).map { cell in
      bytes.half(at: first + 2 * cell).flatMap { $0 >= first + 2 * count && $0 < usable ? $0 : nil }
    }
  }

  var cells: [Cell] { places.map { $0.map(cell) ?? Cell() } }

  private func cell(at place: Int) -> Cell {
    var place = place
    var cell = Cell()
    if kind.isInterior {
      cell.child = bytes.word(at: place)
      place += 4
    }
    if kind == .interiorTable {
      cell.row = bytes.variable(at: place)?.value
      return cell
    }
    guard let (size, behind) = bytes.variable(at: place) else { return cell }
    place = behind
    if kind == .leafTable {
      guard let (row, behind) = bytes.variable(at: place) else { return cell }
      cell.row = row
      place = behind
    }
    // SQLite's own limit for one row.
    guard size >= 0, size <= 1_000_000_000 else { return cell }
    cell.payload = payload(of: Int(size), at: place)
    return cell
  }

  private func payload(of size: Int, at place: Int) -> [UInt8]? {
    let usable = file.usable
    let most = kind == .leafTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
    let least = (usable - 12) * 32 / 255 - 23
    let wanted = least + (size - least) % (usable - 4)
    let local = size <= most ? size : wanted <= most ? wanted : least
    guard local >= 0, place + local <= usable else { return nil }
    var payload = Array(bytes.bytes[place..<place + local])
    guard local < size else { return payload }
    var next = bytes.word(at: place + local)
    var seen: Set<UInt32> = []
    while payload.count < size {
      guard let number = next, seen.insert(number).inserted, let page = file.page(number) else {
        return nil
      }
      let count = min(size - payload.count, usable - 4)
      payload += page.bytes[4..<4 + count]
      next = page.word(at: 0)
    }
    return payload
  }
}
