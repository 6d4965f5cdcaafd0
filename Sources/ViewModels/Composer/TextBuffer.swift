/// A text being edited: cursor, selection, undo. Places count characters as a person sees them.
package struct TextBuffer: Hashable, Sendable {
  /// How many lines it may hold, and how a new line begins.
  package enum Form: Hashable, Sendable {
    case oneLine
    case manyLines
    /// New lines keep the indentation and deepen it after an opening bracket.
    case json
  }

  package let form: Form
  private(set) var characters: [Character]
  /// The place before which text is put: 0 to the number of characters.
  package private(set) var cursor: Int
  /// The other end of the selection.
  private var anchor: Int?
  private var done: [Change] = []
  private var undone: [Change] = []

  /// One replacement, with what undoing it needs.
  private struct Change: Hashable {
    var start: Int
    var removed: [Character]
    var inserted: [Character]
    var isTyping: Bool
  }

  private static let maximumChanges = 1000

  /// A buffer with the cursor at the end.
  package init(_ text: String = "", form: Form = .oneLine) {
    self.form = form
    characters = Self.fit(text, form)
    cursor = characters.count
  }

  package var text: String { String(characters) }
  package var isEmpty: Bool { characters.isEmpty }
  package var count: Int { characters.count }
  package var canUndo: Bool { !done.isEmpty }
  package var canRedo: Bool { !undone.isEmpty }

  /// The marked places; nil when nothing is marked.
  package var selection: Range<Int>? {
    guard let anchor, anchor != cursor else { return nil }
    return min(anchor, cursor)..<max(anchor, cursor)
  }

  /// The line of the cursor, and its column, both from 0.
  package var position: (line: Int, column: Int) {
    let line = characters[..<cursor].reduce(0) { $1 == "\n" ? $0 + 1 : $0 }
    return (line, cursor - lineStart(of: cursor))
  }

  /// The text before the cursor in its line: its width is the cursor's place on the screen.
  package var textBeforeCursor: String { String(characters[lineStart(of: cursor)..<cursor]) }

  /// Puts text in place of the selection, or at the cursor. Line ends become what the form allows.
  package mutating func insert(_ text: String) {
    var new = Self.fit(text, form)
    if form == .json, new == ["}"] || new == ["]"], selection == nil {
      let start = lineStart(of: cursor)
      let head = characters[start..<cursor]
      if head.count >= 2, head.allSatisfy({ $0 == " " }) {
        return replace(cursor - 2..<cursor, with: new, isTyping: false)
      }
    }
    if form == .json, text == "\n" { new += indentation() }
    replace(selection ?? cursor..<cursor, with: new, isTyping: new.count == 1)
  }

  /// Puts the cursor at a line and column, both from 0, cut to what there is.
  package mutating func place(line: Int, column: Int) {
    var start = 0
    for _ in 0..<max(0, line) {
      let end = lineEnd(of: start)
      guard end < characters.count else { break }
      start = end + 1
    }
    anchor = nil
    cursor = min(start + max(0, column), lineEnd(of: start))
  }

  /// Replaces the whole text as one step that can be undone.
  package mutating func replaceAll(with text: String) {
    let new = Self.fit(text, form)
    guard new != characters else { return }
    replace(0..<characters.count, with: new, isTyping: false)
  }

  /// Does an editing command; the cut text is kept in `killed`.
  ///
  /// - Returns: False for a command that is not about text.
  package mutating func perform(_ command: TypingCommand, killed: inout String) -> Bool {
    switch command {
    case .left: collapse(to: selection?.lowerBound ?? cursor - 1)
    case .right: collapse(to: selection?.upperBound ?? cursor + 1)
    case .up: collapse(to: vertical(-1))
    case .down: collapse(to: vertical(1))
    case .lineStart: collapse(to: lineStart(of: cursor))
    case .lineEnd: collapse(to: lineEnd(of: cursor))
    case .wordLeft: collapse(to: wordLeft())
    case .wordRight: collapse(to: wordRight())
    case .textStart: collapse(to: 0)
    case .textEnd: collapse(to: characters.count)
    case .selectLeft: select(to: cursor - 1)
    case .selectRight: select(to: cursor + 1)
    case .selectUp: select(to: vertical(-1))
    case .selectDown: select(to: vertical(1))
    case .selectLineStart: select(to: lineStart(of: cursor))
    case .selectLineEnd: select(to: lineEnd(of: cursor))
    case .deleteBackward: delete(selection ?? max(0, cursor - 1)..<cursor)
    case .deleteForward: delete(selection ?? cursor..<min(characters.count, cursor + 1))
    case .killWord: kill(selection ?? wordLeft()..<cursor, into: &killed)
    case .killToStart: kill(selection ?? lineStart(of: cursor)..<cursor, into: &killed)
    case .killToEnd:
      let end = lineEnd(of: cursor)
      let joins = end == cursor && end < characters.count
      kill(selection ?? cursor..<(joins ? end + 1 : end), into: &killed)
    case .yank: if !killed.isEmpty { replaceSelection(with: killed) }
    case .undo: undo()
    case .redo: redo()
    case .enter, .leave, .nextField, .previousField, .editor: return false
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
    killed = String(characters[range])
    delete(range)
  }

  private mutating func replaceSelection(with text: String) {
    replace(selection ?? cursor..<cursor, with: Self.fit(text, form), isTyping: false)
  }

  private mutating func replace(_ range: Range<Int>, with new: [Character], isTyping: Bool) {
    let removed = Array(characters[range])
    characters.replaceSubrange(range, with: new)
    cursor = range.lowerBound + new.count
    anchor = nil
    undone = []
    // Typing in one go is undone in one go, word by word.
    if isTyping, removed.isEmpty, let last = done.last, last.isTyping,
      last.start + last.inserted.count == range.lowerBound, new != [" "], new != ["\n"]
    {
      done[done.count - 1].inserted += new
    } else {
      done.append(
        Change(start: range.lowerBound, removed: removed, inserted: new, isTyping: isTyping))
      if done.count > Self.maximumChanges { done.removeFirst() }
    }
  }

  private mutating func undo() {
    guard let change = done.popLast() else { return }
    characters.replaceSubrange(
      change.start..<change.start + change.inserted.count, with: change.removed)
    collapse(to: change.start + change.removed.count)
    undone.append(change)
  }

  private mutating func redo() {
    guard let change = undone.popLast() else { return }
    characters.replaceSubrange(
      change.start..<change.start + change.removed.count, with: change.inserted)
    collapse(to: change.start + change.inserted.count)
    done.append(change)
  }

  private func lineStart(of place: Int) -> Int {
    (characters[..<place].lastIndex(of: "\n") ?? -1) + 1
  }

  private func lineEnd(of place: Int) -> Int {
    characters[place...].firstIndex(of: "\n") ?? characters.count
  }

  private func vertical(_ lines: Int) -> Int {
    let start = lineStart(of: cursor)
    let column = cursor - start
    if lines < 0 {
      guard start > 0 else { return 0 }
      let above = lineStart(of: start - 1)
      return min(above + column, start - 1)
    }
    let end = lineEnd(of: cursor)
    guard end < characters.count else { return characters.count }
    return min(end + 1 + column, lineEnd(of: end + 1))
  }

  private func wordLeft() -> Int {
    var place = cursor
    while place > 0, !Self.isWord(characters[place - 1]) { place -= 1 }
    while place > 0, Self.isWord(characters[place - 1]) { place -= 1 }
    return place
  }

  private func wordRight() -> Int {
    var place = cursor
    while place < characters.count, !Self.isWord(characters[place]) { place += 1 }
    while place < characters.count, Self.isWord(characters[place]) { place += 1 }
    return place
  }

  /// The spaces a new line begins with at the cursor.
  private func indentation() -> [Character] {
    let line = characters[lineStart(of: cursor)..<cursor]
    let last = line.last { $0 != " " }
    let deepens = last == "{" || last == "["
    return Array(line.prefix { $0 == " " }) + (deepens ? [" ", " "] : [])
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

/// The line of the cursor, for drawing.
extension TextBuffer {
  package var currentLine: String {
    let line = position.line
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return line < lines.count ? String(lines[line]) : ""
  }

  /// True when nothing stands between the cursor and the end of its line.
  var isAtLineEnd: Bool { cursor == characters.count || characters[cursor] == "\n" }

  /// The marked part of a line counted from 0, with what stands before it in that line.
  ///
  /// A marked line end shows as one blank more, so that marked empty lines can be seen.
  package func selection(inLine number: Int) -> (before: String, text: String)? {
    guard let selection else { return nil }
    var start = 0
    for _ in 0..<number {
      guard let end = characters[start...].firstIndex(of: "\n") else { return nil }
      start = end + 1
    }
    let end = characters[start...].firstIndex(of: "\n") ?? characters.count
    guard selection.lowerBound <= end, selection.upperBound > start else { return nil }
    let marked = max(selection.lowerBound, start)..<min(selection.upperBound, end)
    let text = String(characters[marked])
    let holdsLineEnd = selection.upperBound > end
    return (String(characters[start..<marked.lowerBound]), holdsLineEnd ? text + " " : text)
  }
}
