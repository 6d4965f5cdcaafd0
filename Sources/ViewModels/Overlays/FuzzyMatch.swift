/// A text prepared for fuzzy matching. Letters are compared without case.
package struct FuzzyText: Sendable {
  /// The scalars of the text in lower case. One scalar remains one scalar, so that an index of this
  /// array is also an index of the text's scalars.
  fileprivate let letters: [UInt32]
  /// The additional score of a match at each letter.
  fileprivate let worth: [Int8]
  /// A bit for each letter that occurs. A text without a bit of the word cannot match.
  let mask: UInt64

  /// The longest part of a text that is matched, in scalars.
  private static let limit = 300
  private static let wordStart: Int8 = 10
  private static let textStart: Int8 = 14

  /// Letters after the last `/` are worth more than letters before it, because a name identifies a
  /// request better than a folder does. The first letter of a word is worth more than the others.
  package init(_ text: String) {
    var (letters, worth, mask) = ([UInt32](), [Int8](), UInt64(0))
    let count = min(text.utf8.count, Self.limit)
    letters.reserveCapacity(count)
    worth.reserveCapacity(count)
    var (name, before) = (0, nil as Unicode.Scalar?)
    for scalar in text.unicodeScalars.prefix(Self.limit) {
      let letter = Self.folded(scalar)
      let begins = Self.beginsWord(scalar, after: before)
      worth.append(!begins ? 0 : before == nil ? Self.textStart : Self.wordStart)
      letters.append(letter)
      mask |= Self.bit(of: letter)
      if scalar == "/" { name = letters.count }
      before = scalar
    }
    for place in name..<letters.count { worth[place] += 2 }
    if name > 0, name < letters.count, worth[name] > 2 { worth[name] = Self.textStart + 2 }
    (self.letters, self.worth, self.mask) = (letters, worth, mask)
  }

  /// Returns whether a word begins at a place of the text.
  fileprivate func beginsWord(at place: Int) -> Bool { worth[place] >= Self.wordStart }

  /// Returns whether a word ends at a place of the text.
  fileprivate func endsWord(at place: Int) -> Bool {
    guard place + 1 < letters.count, let next = Unicode.Scalar(letters[place + 1]) else {
      return true
    }
    return worth[place + 1] >= Self.wordStart || !Self.isOfWord(next)
  }

  fileprivate static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
    if scalar.isASCII { return 0x41...0x5A ~= scalar.value ? scalar.value | 0x20 : scalar.value }
    return scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value
  }

  /// Returns the bit of a letter. Each letter of ASCII and each digit has its own bit.
  fileprivate static func bit(of letter: UInt32) -> UInt64 {
    switch letter {
    case 0x61...0x7A: 1 << UInt64(letter - 0x61)
    case 0x30...0x39: 1 << UInt64(letter - 0x30 + 26)
    default: 1 << UInt64(36 + letter % 28)
    }
  }

  /// Returns whether a word begins here. The capital letter in `createIssue` begins a word.
  private static func beginsWord(_ scalar: Unicode.Scalar, after before: Unicode.Scalar?) -> Bool {
    guard isOfWord(scalar) else { return false }
    guard let before, isOfWord(before) else { return true }
    return 0x41...0x5A ~= scalar.value && !(0x41...0x5A ~= before.value)
  }

  fileprivate static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case ..<0x80: false
    default: scalar.properties.isAlphabetic
    }
  }
}

/// A word of a typed pattern.
package struct FuzzyWord: Sendable {
  fileprivate let letters: [UInt32]
  let mask: UInt64

  package init(_ text: some StringProtocol) {
    letters = text.unicodeScalars.map(FuzzyText.folded)
    mask = letters.reduce(0) { $0 | FuzzyText.bit(of: $1) }
  }

  /// Returns the words of a typed text.
  package static func words(of text: String) -> [FuzzyWord] {
    text.split(separator: " ").map { FuzzyWord($0) }
  }

  package var count: Int { letters.count }
}

/// A fuzzy match of a text and a word: the text contains the letters of the word in their order.
package struct FuzzyMatch: Sendable {
  /// A higher score is better.
  package let score: Int
  /// The places of the letters, as indexes of the text's scalars.
  package let places: [Int]

  /// The score of a matched letter, without its position.
  private static let letterScore: Int32 = 16
  /// The additional score of a letter directly after the previous one, in a run of letters that
  /// begins a word and in any other run.
  private static let adjacent: (ofWord: Int32, inside: Int32) = (12, 8)
  /// The score that is subtracted for the first letter of a gap, and the maximum for a gap.
  private static let gap: (first: Int32, longest: Int32) = (3, 10)
  private static let none = Int32.min / 2

  /// Returns the match with the highest score. Returns nil if the text does not match.
  ///
  /// Matches at the start of a word and directly after the previous match increase the score. Gaps
  /// and a long text reduce the score. The cost is at most the product of both lengths.
  package init?(_ text: FuzzyText, _ word: FuzzyWord) {
    let (letters, wanted) = (text.letters, word.letters)
    guard word.mask & ~text.mask == 0, Self.contains(letters, wanted) else { return nil }
    let size = letters.count * wanted.count
    guard size > 0 else {
      (score, places) = (0, [])
      return
    }
    let found = withUnsafeTemporaryAllocation(of: Cell.self, capacity: size) { cells in
      cells.initialize(repeating: Cell())
      Self.fill(cells, text, word)
      return Self.end(of: cells, text, word)
    }
    guard let (total, places) = found else { return nil }
    score = Int(total) * 4 - letters.count / 4
    self.places = places
  }

  /// The best match of a prefix of the word. The last letter of the prefix is at a given index of
  /// the text.
  private struct Cell {
    var score = FuzzyMatch.none
    /// The index of the previous letter. -1 for the first letter.
    var origin: Int32 = -1
    /// The additional score of an adjacent letter.
    var adjacent: Int32 = 0
  }

  /// Fills a row of cells for each letter of the word. A row has a cell for each place of the text.
  private static func fill(
    _ cells: UnsafeMutableBufferPointer<Cell>, _ text: FuzzyText, _ word: FuzzyWord
  ) {
    let width = text.letters.count
    for (index, letter) in word.letters.enumerated() {
      let (row, above) = (index * width, (index - 1) * width)
      // The best earlier matches. The penalty of `near` grows with the gap. `far` has the maximum
      // penalty.
      var (near, far) = ((score: none, place: -1), (score: none, place: -1))
      for place in index..<width {
        if index > 0, place >= 2 {
          let earlier = cells[above + place - 2].score
          near.score -= 1
          if earlier - gap.first > near.score { near = (earlier - gap.first, place - 2) }
          if earlier - gap.longest > far.score { far = (earlier - gap.longest, place - 2) }
        }
        guard text.letters[place] == letter else { continue }
        var cell = Cell(
          score: letterScore,
          adjacent: text.beginsWord(at: place) ? adjacent.ofWord : adjacent.inside)
        if index > 0 {
          var before = near.score >= far.score ? near : far
          let neighbour = cells[above + place - 1]
          if neighbour.score + neighbour.adjacent >= before.score {
            before = (neighbour.score + neighbour.adjacent, place - 1)
            cell.adjacent = max(cell.adjacent, neighbour.adjacent)
          }
          guard before.score > none / 2 else { continue }
          cell.score += before.score
          cell.origin = Int32(before.place)
        }
        cell.score += Int32(text.worth[place])
        cells[row + place] = cell
      }
    }
  }

  /// Returns the score and the places of the best match. A match at the end of a word has a higher
  /// score.
  private static func end(
    of cells: UnsafeMutableBufferPointer<Cell>, _ text: FuzzyText, _ word: FuzzyWord
  ) -> (score: Int32, places: [Int])? {
    let (width, count) = (text.letters.count, word.letters.count)
    let last = (count - 1) * width
    var (end, total) = (-1, none)
    for place in 0..<width where cells[last + place].score > none / 2 {
      let score = cells[last + place].score + (text.endsWord(at: place) ? 4 : 0)
      if score > total { (end, total) = (place, score) }
    }
    guard end >= 0 else { return nil }
    var places = [end]
    for index in stride(from: count - 1, to: 0, by: -1) {
      places.append(Int(cells[index * width + places[places.count - 1]].origin))
    }
    return (total, places.reversed())
  }

  /// Returns the score of a text and a pattern without spaces. Returns nil if the text does not
  /// match.
  package static func score(_ text: String, _ pattern: String) -> Int? {
    FuzzyMatch(FuzzyText(text), FuzzyWord(pattern.filter { $0 != " " }))?.score
  }

  private static func contains(_ letters: [UInt32], _ wanted: [UInt32]) -> Bool {
    var next = 0
    for letter in letters where next < wanted.count && letter == wanted[next] { next += 1 }
    return next == wanted.count
  }
}
