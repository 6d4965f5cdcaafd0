/// The characters of a text, stored in short pieces. This makes changes of a long text fast. A
/// change copies only the characters of one piece and updates the counts.
///
/// Positions count characters from 0. No piece is empty, except the single piece of an empty text.
struct LongText: Hashable, Sendable {
  private struct Piece: Hashable {
    private(set) var characters: [Character]
    /// The number of line breaks in the piece.
    private(set) var breaks: Int

    init(_ characters: [Character]) {
      self.characters = characters
      breaks = Self.breaks(in: characters[...])
    }

    mutating func replace(_ range: Range<Int>, with new: [Character]) {
      breaks += Self.breaks(in: new[...]) - Self.breaks(in: characters[range])
      characters.replaceSubrange(range, with: new)
    }

    private static func breaks(in characters: ArraySlice<Character>) -> Int {
      characters.count { $0 == "\n" }
    }
  }

  /// The length of a new piece. A piece of more than twice this length is divided.
  private let usual: Int
  private var pieces: [Piece]
  private(set) var count: Int

  init(_ characters: [Character] = [], pieces usual: Int = 8_192) {
    self.usual = usual
    pieces = Self.cut(characters, usual)
    count = characters.count
  }

  static func == (left: LongText, right: LongText) -> Bool {
    left.count == right.count
      && left.characters(0..<left.count) == right.characters(0..<right.count)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(string) }

  var string: String {
    var text = ""
    for piece in pieces { text.append(contentsOf: piece.characters) }
    return text
  }

  subscript(place: Int) -> Character {
    let (piece, start) = piece(of: place)
    let characters = pieces[piece].characters
    return characters[place - start]
  }

  func characters(_ range: Range<Int>) -> [Character] {
    var result: [Character] = []
    result.reserveCapacity(range.count)
    var (number, start) = piece(of: range.lowerBound)
    while start < range.upperBound, number < pieces.count {
      let characters = pieces[number].characters
      let first = max(0, range.lowerBound - start)
      let last = min(characters.count, range.upperBound - start)
      if first < last {
        result += characters[first..<last]
      }
      start += characters.count
      number += 1
    }
    return result
  }

  mutating func replace(_ range: Range<Int>, with new: [Character]) {
    let (first, firstStart) = piece(of: range.lowerBound)
    let (last, lastStart) = piece(of: range.upperBound)
    let (start, end) = (range.lowerBound - firstStart, range.upperBound - lastStart)
    if first == last {
      pieces[first].replace(start..<end, with: new)
    } else {
      let head = pieces[first].characters.prefix(start)
      let tail = pieces[last].characters.dropFirst(end)
      pieces.replaceSubrange(first...last, with: [Piece(Array(head) + new + Array(tail))])
    }
    let length = pieces[first].characters.count
    if length > 2 * usual {
      pieces.replaceSubrange(first...first, with: Self.cut(pieces[first].characters, usual))
    } else if length == 0, pieces.count > 1 {
      pieces.remove(at: first)
    }
    count += new.count - range.count
  }

  /// Returns the position of the last matching character from `limit` up to but not including
  /// `place`. Returns nil if no character matches.
  func last(before place: Int, from limit: Int = 0, where fits: (Character) -> Bool) -> Int? {
    var (number, start) = piece(of: place)
    var end = place
    while end > limit {
      let characters = pieces[number].characters
      let first = max(0, limit - start)
      let slice = characters[first..<(end - start)]
      if let found = slice.lastIndex(where: fits) { return start + found }
      guard number > 0 else { return nil }
      end = start
      number -= 1
      start -= pieces[number].characters.count
    }
    return nil
  }

  /// Returns the position of the first matching character at or after `place`. Returns nil if no
  /// character matches.
  func first(from place: Int, where fits: (Character) -> Bool) -> Int? {
    var (number, start) = piece(of: place)
    var from = place - start
    while number < pieces.count {
      let characters = pieces[number].characters
      let slice = characters.dropFirst(from)
      if let found = slice.firstIndex(where: fits) { return start + found }
      start += characters.count
      from = 0
      number += 1
    }
    return nil
  }

  // MARK: Lines

  var breaks: Int { pieces.reduce(0) { $0 + $1.breaks } }

  func lineStart(of place: Int) -> Int {
    var (number, start) = piece(of: place)
    var end = place - start
    while true {
      let characters = pieces[number].characters
      // Pieces without a line break are skipped.
      if pieces[number].breaks > 0,
        let found = characters.prefix(end).lastIndex(of: "\n")
      {
        return start + found + 1
      }
      guard number > 0 else { return 0 }
      number -= 1
      end = pieces[number].characters.count
      start -= end
    }
  }

  func lineEnd(of place: Int) -> Int {
    var (number, start) = piece(of: place)
    var from = place - start
    while number < pieces.count {
      let characters = pieces[number].characters
      if pieces[number].breaks > 0, let found = characters.dropFirst(from).firstIndex(of: "\n") {
        return start + found
      }
      start += characters.count
      from = 0
      number += 1
    }
    return count
  }

  /// Returns the number of the line that contains `place`. Lines count from 0.
  func line(of place: Int) -> Int {
    let (number, start) = piece(of: place)
    let before = pieces[..<number].reduce(0) { $0 + $1.breaks }
    return before + pieces[number].characters.prefix(place - start).count { $0 == "\n" }
  }

  /// Returns the position of the first character in a line. Returns nil if there is no such line.
  func start(ofLine line: Int) -> Int? {
    guard line > 0 else { return 0 }
    var left = line
    var start = 0
    for piece in pieces {
      if piece.breaks >= left {
        for (place, character) in piece.characters.enumerated() where character == "\n" {
          left -= 1
          if left == 0 { return start + place + 1 }
        }
      }
      left -= piece.breaks
      start += piece.characters.count
    }
    return nil
  }

  // MARK: Pieces

  /// Returns the piece that contains `place`, and the position of the first character of the piece.
  /// At the end of the text, returns the last piece.
  private func piece(of place: Int) -> (number: Int, start: Int) {
    var start = 0
    for number in pieces.indices {
      let end = start + pieces[number].characters.count
      if place < end { return (number, start) }
      start = end
    }
    let last = pieces.count - 1
    return (last, start - pieces[last].characters.count)
  }

  private static func cut(_ characters: [Character], _ usual: Int) -> [Piece] {
    guard characters.count > 2 * usual else {
      return [Piece(characters)]
    }
    return stride(from: 0, to: characters.count, by: usual).map { start in
      Piece(Array(characters[start..<min(start + usual, characters.count)]))
    }
  }
}
