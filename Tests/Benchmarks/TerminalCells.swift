/// What a terminal of xterm's kind shows of the bytes that ncurses sends it.
///
/// Only what differs is sent: to know what a row says, what it said before has to be known too. Of colours it
/// knows the ground, which marks the selected row; every character is one cell wide.
struct TerminalCells {
  /// A character and a number for the ground that it lies on; 0 is the terminal's own.
  private struct Cell {
    var scalar: Unicode.Scalar = " "
    var ground = 0
  }

  private enum State {
    case ground, escape, charset, string
    case sequence
  }

  private let columns: Int
  private let rows: Int
  private var cells: [[Cell]]
  private var (row, column) = (0, 0)
  private var region: Range<Int>
  private var state = State.ground
  private var numbers: [Int] = []
  private var pending: [UInt8] = []
  private var last: Unicode.Scalar = " "
  private var pen = Pen()

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    region = 0..<rows
  }

  /// The rows from above to below, each as long as the terminal is wide.
  var lines: [String] {
    cells.map { line in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: line.lazy.map(\.scalar))
      return String(text)
    }
  }

  /// Whether a row holds this text. Asked at every piece of output, beside what is measured: it compares
  /// cells and makes no string.
  func shows(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard let first = wanted.first, wanted.count <= columns else { return wanted.isEmpty }
    return cells.contains { line in
      (0...columns - wanted.count).contains { place in
        line[place].scalar == first
          && line[place..<place + wanted.count].lazy.map(\.scalar).elementsEqual(wanted)
      }
    }
  }

  /// The row of the queue panel that lies on a ground of its own; nil when none does, or several do.
  var selectedRow: Int? {
    guard let rows = queueRows else { return nil }
    let grounds = rows.map { cells[$0][queueColumn].ground }
    let single = grounds.indices.filter { index in
      grounds.count { $0 == grounds[index] } == 1
    }
    return single.count == 1 ? single[0] : nil
  }

  /// The rows of the queue panel: the lower one of the left column, which has 45 % of the screen.
  private var queueRows: Range<Int>? {
    // A long title covers the line of the upper border.
    let title = Array("2 Queue".unicodeScalars)
    let borders = cells.indices.dropFirst(2).filter { row in
      let line = cells[row]
      if line[queueColumn].scalar == "─" { return true }
      let start = line.firstIndex { $0.scalar == title[0] }
      return start.map { line[$0...].lazy.map(\.scalar).starts(with: title) } ?? false
    }
    return borders.count >= 2 ? borders[0] + 1..<borders[1] : nil
  }

  private var queueColumn: Int { columns * 45 / 100 - 5 }

  /// What the selected row says and where it stands; empty without one. A queue that moves up by as many rows as
  /// the selection moves down changes the one and not the other.
  var selection: [Unicode.Scalar] {
    guard let row = selectedRow, let start = queueRows?.lowerBound else { return [] }
    return cells[start + row][...queueColumn].map(\.scalar) + String(row).unicodeScalars
  }

  mutating func feed(_ bytes: some Sequence<UInt8>) { for byte in bytes { feed(byte) } }

  private mutating func feed(_ byte: UInt8) {
    switch state {
    case .ground: plain(byte)
    case .escape: escaped(byte)
    case .charset: state = .ground
    case .string: if byte == 0x07 || byte == 0x5C { state = .ground }
    case .sequence:
      switch byte {
      case 0x30...0x39:
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
      case 0x3B: numbers.append(0)
      case 0x40...0x7E:
        state = .ground
        perform(byte)
      default: break
      }
    }
  }

  private mutating func escaped(_ byte: UInt8) {
    state = .ground
    switch byte {
    case UInt8(ascii: "["): (state, numbers) = (.sequence, [0])
    case UInt8(ascii: "]"): state = .string
    case UInt8(ascii: "("), UInt8(ascii: ")"): state = .charset
    case UInt8(ascii: "M"):
      if row == region.lowerBound { shift(by: -1) } else { row = max(0, row - 1) }
    default: break
    }
  }

  private mutating func plain(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .escape
    case 0x08: column = max(0, column - 1)
    case 0x0A:
      if row == region.upperBound - 1 { shift(by: 1) } else { row = min(rows - 1, row + 1) }
    case 0x0D: column = 0
    case 0..<0x20, 0x7F: break
    case 0x20..<0x7F: put(Unicode.Scalar(byte))
    default:
      // A character of several bytes.
      if byte & 0xC0 == 0xC0 { pending = [] }
      pending.append(byte)
      let length = pending[0] >= 0xF0 ? 4 : pending[0] >= 0xE0 ? 3 : 2
      guard pending.count == length else { return }
      put(String(decoding: pending, as: UTF8.self).unicodeScalars.first ?? "?")
      pending = []
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    if column == columns {
      column = 0
      plain(0x0A)
    }
    cells[row][column] = Cell(scalar: scalar, ground: pen.ground)
    last = scalar
    column += 1
  }

  private mutating func perform(_ final: UInt8) {
    let count = max(1, numbers[0])
    let here = min(column, columns - 1)
    switch Unicode.Scalar(final) {
    case "H", "f":
      row = min(rows, count) - 1
      column = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case "d": row = min(rows, count) - 1
    case "G", "`": column = min(columns, count) - 1
    case "A": row = max(0, row - count)
    case "B", "e": row = min(rows - 1, row + count)
    case "C", "a": column = min(columns - 1, column + count)
    case "D": column = max(0, here - count)
    case "J":
      if numbers[0] == 2 { return blank(0..<rows) }
      clear(here..<columns)
      blank(row + 1..<rows)
    case "K": clear(numbers[0] == 1 ? 0..<here + 1 : numbers[0] == 2 ? 0..<columns : here..<columns)
    case "X": clear(here..<min(columns, here + count))
    case "@":
      cells[row].insert(contentsOf: repeatElement(blank, count: count), at: here)
      cells[row].removeLast(cells[row].count - columns)
    case "P":
      cells[row].removeSubrange(here..<min(columns, here + count))
      cells[row] += Array(repeating: blank, count: columns - cells[row].count)
    case "L": shift(by: -count, in: row..<region.upperBound)
    case "M": shift(by: count, in: row..<region.upperBound)
    case "S": shift(by: count)
    case "T": shift(by: -count)
    case "m": pen.select(numbers)
    case "b": for _ in 0..<count { put(last) }
    case "r":
      let end = numbers.count > 1 && numbers[1] > 0 ? min(rows, numbers[1]) : rows
      region = min(count, end) - 1..<end
      (row, column) = (0, 0)
    default: break
    }
  }

  /// What is cleared takes the ground of the pen (bce).
  private var blank: Cell { Cell(ground: pen.ground) }

  private mutating func clear(_ range: Range<Int>) {
    for place in range { cells[row][place] = blank }
  }

  private mutating func blank(_ range: Range<Int>) {
    for line in range { cells[line] = Array(repeating: blank, count: columns) }
  }

  /// Rows go up by so many, or down when it is negative.
  private mutating func shift(by count: Int, in range: Range<Int>? = nil) {
    let range = range ?? region
    let empty = [Cell](repeating: blank, count: columns)
    let moved = range.map { line -> [Cell] in
      range.contains(line + count) ? cells[line + count] : empty
    }
    cells.replaceSubrange(range, with: moved)
  }
}

/// The attributes that characters are written with, as far as they make their ground.
///
/// - Source: ECMA-48, 8.3.117 (SGR); xterm, 256 and direct colours.
private struct Pen {
  private var color = 0
  private var isReverse = false

  var ground: Int { isReverse ? -1 - color : color }

  mutating func select(_ numbers: [Int]) {
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: self = Pen()
      case 7: isReverse = true
      case 27: isReverse = false
      case 40...47, 100...107: color = number
      case 49: color = 0
      case 38, 48:
        var found = 0
        switch rest.popFirst() {
        case 5: found = 1000 + (rest.popFirst() ?? 0)
        case 2: for _ in 0..<3 { found = found << 8 + 2000 + (rest.popFirst() ?? 0) }
        default: break
        }
        if number == 48 { color = found }
      default: break
      }
    }
  }
}
