import Testing
import ViewModels

struct TextBufferTests {
  private func type(_ text: String, _ commands: TypingCommand..., form: TextBuffer.Form = .oneLine)
    -> TextBuffer
  {
    var buffer = TextBuffer(text, form: form)
    var killed = ""
    for command in commands { _ = buffer.perform(command, killed: &killed) }
    return buffer
  }

  @Test func `the cursor steps over what a person sees as one character`() {
    let family = "a👨‍👩‍👧e\u{301}"
    #expect(type(family, .deleteBackward).text == "a👨‍👩‍👧")
    #expect(type(family, .deleteBackward, .deleteBackward).text == "a")
    #expect(type(family, .left, .left).cursor == 1)
  }

  @Test func `words are the steps of alt+b, alt+f and ctrl+w`() {
    #expect(type("get /users list", .wordLeft).cursor == 11)
    #expect(type("get /users list", .wordLeft, .wordLeft).cursor == 5)
    #expect(type("get /users list", .textStart, .wordRight).cursor == 3)
    #expect(type("get /users list", .killWord).text == "get /users ")
  }

  @Test func `what was cut can be put back elsewhere`() {
    #expect(type("one two", .killWord, .textStart, .yank).text == "twoone ")
    #expect(type("a\nb", .textStart, .lineEnd, .killToEnd, form: .manyLines).text == "ab")
    #expect(type("one two", .wordLeft, .killToStart).text == "two")
  }

  @Test func `typing replaces the selection`() {
    var buffer = type("abc", .selectLeft, .selectLeft)
    #expect(buffer.selection == 1..<3)
    buffer.insert("X")
    #expect(buffer.text == "aX" && buffer.selection == nil)
  }

  @Test func `up and down keep the column where lines allow`() {
    #expect(type("long line\nab\nthird", .up, form: .manyLines).position == (1, 2))
    #expect(type("ab\ncd", .textStart, .right, .down, form: .manyLines).position == (1, 1))
    #expect(type("ab", .up).cursor == 0)
  }

  @Test func `a pasted line end becomes a blank in one line and stays in many`() {
    var line = TextBuffer("", form: .oneLine)
    line.insert("a\r\nb\rc\n")
    #expect(line.text == "a b c")
    var many = TextBuffer("", form: .manyLines)
    many.insert("a\r\nb\rc")
    #expect(many.text == "a\nb\nc")
  }

  @Test func `json indents itself`() {
    var buffer = TextBuffer("", form: .json)
    for text in ["{", "\n", "\"a\": [", "\n", "1", "\n", "]", "\n", "}"] { buffer.insert(text) }
    #expect(buffer.text == "{\n  \"a\": [\n    1\n  ]\n}")
  }

  @Test(arguments: 0..<200)
  func `undoing everything gives the first text back, redoing the last`(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let edits = TypingCommand.allCases.filter { $0 != .undo && $0 != .redo }
    var buffer = TextBuffer("{\n  start\n}", form: .json)
    var killed = "cut"
    for _ in 0..<120 {
      if next(3) == 0 {
        buffer.insert(["x", " ", "\n", "}", "é👩‍🚀", "two words"][next(6)])
      } else {
        _ = buffer.perform(edits[next(edits.count)], killed: &killed)
      }
      #expect((0...buffer.count).contains(buffer.cursor), "seed \(seed)")
    }
    let last = buffer.text
    while buffer.canUndo { _ = buffer.perform(.undo, killed: &killed) }
    #expect(buffer.text == "{\n  start\n}", "seed \(seed)")
    while buffer.canRedo { _ = buffer.perform(.redo, killed: &killed) }
    #expect(buffer.text == last, "seed \(seed)")
  }
}
