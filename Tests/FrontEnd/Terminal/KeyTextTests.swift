import Testing

@testable import Terminal

@Suite struct KeyTextTests {
  static let keys: [Key] =
    (0x21...0x7E).flatMap { value -> [Key] in
      let character = Character(Unicode.Scalar(UInt8(value)))
      return [.character(character), .alt(character)]
    }
    + "abcdefgjklnopqrstuvwxyz \\]^_".map { Key.control($0) } + (1...24).map { Key.function($0) }
    + [
      .character(" "), .alt(" "), .character("é"), .character("日"), .enter, .altEnter, .tab,
      .backTab,
      .escape, .backspace, .altBackspace, .delete, .insert, .up, .down, .left, .right, .home, .end,
      .pageUp, .pageDown, .shiftUp, .shiftDown, .shiftLeft, .shiftRight, .shiftHome, .shiftEnd,
      .ctrlUp, .ctrlDown, .ctrlLeft, .ctrlRight, .ctrlHome, .ctrlEnd,
    ]

  @Test(arguments: keys)
  func `a key reads back as what it was written`(key: Key) {
    #expect(Key(text: key.description) == key)
  }

  @Test(arguments: [
    ("ctrl+p", Key.control("p")), ("Ctrl+P", .control("p")), ("alt+enter", .altEnter),
    ("shift+up", .shiftUp), ("F5", .function(5)), ("space", .character(" ")),
    ("g", .character("g")),
    ("G", .character("G")), ("f", .character("f")), ("+", .character("+")), ("alt++", .alt("+")),
    ("alt+B", .alt("B")), ("ctrl+i", .tab), ("escape", .escape),
  ])
  func `people write keys in several ways`(text: String, key: Key) {
    #expect(Key(text: text) == key)
  }

  @Test(arguments: [
    "", "ctrl+", "ctrl+1", "f0", "f25", "f05", "hyper+x", "gg", " ", "\u{1B}", "ctrl+enter",
  ])
  func `what no terminal sends is not a key`(text: String) {
    #expect(Key(text: text) == nil)
  }
}
