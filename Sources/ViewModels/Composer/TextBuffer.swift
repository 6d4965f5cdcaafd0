/// A text being edited: its cursor, selection and undo data. Positions count characters (grapheme
/// clusters).
package struct TextBuffer: Hashable, Sendable {
  /// The kind of text. It determines whether line breaks are allowed and new lines are indented.
  package enum Form: Hashable, Sendable {
    case oneLine
    case manyLines
    /// A text with JSON. A new line gets the indentation of the line above, and two more spaces
    /// after an opening bracket.
    case json
  }

  package let form: Form
  private(set) var characters: LongText
  /// The position at which text is inserted, from 0 to the number of characters.
  package private(set) var cursor: Int
  /// The end of the selection opposite the cursor. Nil if nothing is selected.
  private var anchor: Int?
  private var done: [Change] = []
  private var undone: [Change] = []
  /// The number of changes to the text so far.
  package private(set) var revision = 0

  /// A replacement of characters and the data to undo it.
  private struct Change: Hashable {
    var start: Int
    var removed: [Character]
    var inserted: [Character]
    var isTyping: Bool
  }

  private static let maximumChanges = 1000

  package init(_ text: String = "", form: Form = .oneLine) {
    self.form = form
    characters = LongText(Self.fit(text, form))
    cursor = characters.count
  }

  package var text: String { characters.string }
  package var isEmpty: Bool { characters.count == 0 }
  package var count: Int { characters.count }
  package var canUndo: Bool { !done.isEmpty }
  package var canRedo: Bool { !undone.isEmpty }

  /// The selected range. Nil if nothing is selected.
  package var selection: Range<Int>? {
    guard let anchor, anchor != cursor else { return nil }
    return min(anchor, cursor)..<max(anchor, cursor)
  }

  /// The line and the column of the cursor. Both count from 0.
  package var position: (line: Int, column: Int) {
    (characters.line(of: cursor), cursor - characters.lineStart(of: cursor))
  }

  /// Replaces the selection with text, or inserts the text at the cursor. In a buffer of one line,
  /// line breaks become spaces.
  package mutating func insert(_ text: String) {
    var new = Self.fit(text, form)
    if form == .json, new == ["}"] || new == ["]"], selection == nil {
      let start = characters.lineStart(of: cursor)
      let isIndented = characters.last(before: cursor, from: start) { $0 != " " } == nil
      if cursor - start >= 2, isIndented {
        return replace(cursor - 2..<cursor, with: new, isTyping: false)
      }
    }
    if form == .json, text == "\n" { new += indentation() }
    replace(selection ?? cursor..<cursor, with: new, isTyping: new.count == 1)
  }

  /// Types characters one at a time.
  mutating func type(_ text: String) {
    for character in text { insert(String(character)) }
  }

  /// Moves the cursor to a line and a column. Both count from 0. If the text is shorter, moves to
  /// the nearest position.
  package mutating func place(line: Int, column: Int) {
    let last = characters.lineStart(of: characters.count)
    let start = characters.start(ofLine: line) ?? last
    anchor = nil
    cursor = min(start + max(0, column), characters.lineEnd(of: start))
  }

  /// Replaces the complete text. A single undo restores the previous text.
  package mutating func replaceAll(with text: String) {
    let new = Self.fit(text, form)
    guard new != characters.characters(0..<count) else { return }
    replace(0..<characters.count, with: new, isTyping: false)
  }

  /// Performs an editing command. Cut text is stored in `killed`.
  ///
  /// - Returns: False for a command that the buffer does not handle.
  package mutating func perform(_ command: TypingCommand, killed: inout String) -> Bool {
    switch command {
    case .left: collapse(to: selection?.lowerBound ?? cursor - 1)
    case .right: collapse(to: selection?.upperBound ?? cursor + 1)
    case .up: collapse(to: vertical(-1))
    case .down: collapse(to: vertical(1))
    case .lineStart: collapse(to: characters.lineStart(of: cursor))
    case .lineEnd: collapse(to: characters.lineEnd(of: cursor))
    case .wordLeft: collapse(to: wordLeft())
    case .wordRight: collapse(to: wordRight())
    case .textStart: collapse(to: 0)
    case .textEnd: collapse(to: characters.count)
    case .selectLeft: select(to: cursor - 1)
    case .selectRight: select(to: cursor + 1)
    case .selectUp: select(to: vertical(-1))
    case .selectDown: select(to: vertical(1))
    case .selectLineStart: select(to: characters.lineStart(of: cursor))
    case .selectLineEnd: select(to: characters.lineEnd(of: cursor))
    case .deleteBackward: delete(selection ?? max(0, cursor - 1)..<cursor)
    case .deleteForward: delete(selection ?? cursor..<min(characters.count, cursor + 1))
    case .killWord: kill(selection ?? wordLeft()..<cursor, into: &killed)
    case .killToStart: kill(selection ?? characters.lineStart(of: cursor)..<cursor, into: &killed)
    case .killToEnd:
      let end = characters.lineEnd(of: cursor)
      let joins = end == cursor && end < characters.count
      kill(selection ?? cursor..<(joins ? end + 1 : end), into: &killed)
    case .yank: if !killed.isEmpty { replaceSelection(with: killed) }
    case .undo: undo()
    case .redo: redo()
    case .enter, .leave, .nextField, .previousField, .editor, .reveal: return false
    }
    return true
  }

  private mutating func collapse(to place: Int) {
    anchor = nil
    cursor = min(max(0, place), characters.count)
  }

  private mutating func select(to place: Int) {
    if anchor == nil { anchor = cursor }
    cursor = min(max(0, place), characters.count)
  }

  private mutating func delete(_ range: Range<Int>) {
    if !range.isEmpty { replace(range, with: [], isTyping: false) }
  }

  private mutating func kill(_ range: Range<Int>, into killed: inout String) {
    guard !range.isEmpty else { return }
    killed = String(characters.characters(range))
    delete(range)
  }

  private mutating func replaceSelection(with text: String) {
    replace(selection ?? cursor..<cursor, with: Self.fit(text, form), isTyping: false)
  }

  private mutating func replace(_ range: Range<Int>, with new: [Character], isTyping: Bool) {
    let removed = characters.characters(range)
    characters.replace(range, with: new)
    revision += 1
    cursor = range.lowerBound + new.count
    anchor = nil
    undone = []
    // Consecutive typed characters are undone together, one word at a time.
    if isTyping, removed.isEmpty, continuesTyping(new, at: range.lowerBound) {
      done[done.count - 1].inserted += new
    } else {
      done.append(
        Change(start: range.lowerBound, removed: removed, inserted: new, isTyping: isTyping))
      if done.count > Self.maximumChanges { done.removeFirst() }
    }
  }

  /// Returns whether a typed character belongs to the last change. This is not part of `replace`,
  /// because a local copy of the last change would make each character copy all previous
  /// characters.
  private func continuesTyping(_ new: [Character], at place: Int) -> Bool {
    guard let last = done.last, last.isTyping, new != [" "], new != ["\n"] else { return false }
    return last.start + last.inserted.count == place
  }

  private mutating func undo() {
    guard let change = done.popLast() else { return }
    characters.replace(
      change.start..<change.start + change.inserted.count, with: change.removed)
    revision += 1
    collapse(to: change.start + change.removed.count)
    undone.append(change)
  }

  private mutating func redo() {
    guard let change = undone.popLast() else { return }
    characters.replace(
      change.start..<change.start + change.removed.count, with: change.inserted)
    revision += 1
    collapse(to: change.start + change.inserted.count)
    done.append(change)
  }

  private func vertical(_ lines: Int) -> Int {
    let start = characters.lineStart(of: cursor)
    let column = cursor - start
    if lines < 0 {
      guard start > 0 else { return 0 }
      let above = characters.lineStart(of: start - 1)
      return min(above + column, start - 1)
    }
    let end = characters.lineEnd(of: cursor)
    guard end < characters.count else { return characters.count }
    return min(end + 1 + column, characters.lineEnd(of: end + 1))
  }

  private func wordLeft() -> Int {
    let end = characters.last(before: cursor, where: Self.isWord).map { $0 + 1 } ?? 0
    return characters.last(before: end) { !Self.isWord($0) }.map { $0 + 1 } ?? 0
  }

  private func wordRight() -> Int {
    let start = characters.first(from: cursor, where: Self.isWord) ?? characters.count
    return characters.first(from: start) { !Self.isWord($0) } ?? characters.count
  }

  /// Returns the indentation for a new line that begins at the cursor.
  private func indentation() -> [Character] {
    let start = characters.lineStart(of: cursor)
    let last = characters.last(before: cursor, from: start) { $0 != " " }.map { characters[$0] }
    let deepens = last == "{" || last == "["
    let end = min(cursor, characters.first(from: start) { $0 != " " } ?? cursor)
    return Array(repeating: " ", count: end - start) + (deepens ? [" ", " "] : [])
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static func fit(_ text: String, _ form: Form) -> [Character] {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    guard lines.count > 1 else { return Array(text) }
    if form == .oneLine { return Array(lines.filter { !$0.isEmpty }.joined(separator: " ")) }
    return Array(lines.joined(separator: "\n"))
  }
}
