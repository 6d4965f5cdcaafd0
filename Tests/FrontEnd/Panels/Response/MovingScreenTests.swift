import ClientModel
import JobFixtures
import Terminal
import Testing
import ViewModels

@testable import Panels

@Suite struct MovingScreenTests {
  private static let sizes = [Size(width: 80, height: 24), Size(width: 120, height: 40)]

  private static let odd = #"""
    {
      "id": 1, "id": 2,
      "numbers": [1e999, 12345678901234567890, -0, 0.1],
      "half": "x\ud800y",
      "when": "2026-11-22T01:40:20+02:00",
      "customers": [{"address": {"lines of it": [{"street": "Hauptstraße"}]}}]
    }
    """#

  @Test(arguments: sizes)
  func `the way to the selected value stands below the tree`(size: Size) throws {
    var scene = ExchangeScene(Self.odd, size)
    scene.perform(.response(.openAll))
    scene.go(to: ".customers[0].address[\"lines of it\"][0].street")
    try GoldenScreen.check(scene.frame, "way")
    scene.go(to: ".numbers[1]")
    try GoldenScreen.check(scene.frame, "odd")
  }

  @Test(arguments: sizes)
  func `a path is asked for with the one of the selected value`(size: Size) throws {
    var scene = ExchangeScene(Self.odd, size)
    scene.go(to: ".customers[0]")
    scene.perform(.response(.goToPath))
    try GoldenScreen.check(scene.frame, "path-asked")
    scene.perform(.insert("."), .insert("n"))
    try GoldenScreen.check(scene.frame, "path-typed")
    scene.perform(.typing(.nextField), .insert("[7]"), .typing(.enter))
    #expect(scene.frame.text.contains("There is no [7] in .numbers."))
  }

  @Test(arguments: sizes)
  func `a long string is viewed in the tree's place`(size: Size) throws {
    let text =
      #"{"log": "first line\nsecond \"quoted\" line that is rather long, so that it is wrapped in "#
      + #"a narrow panel and goes on\n\n\ttabbed caf\u00e9 漢字", "n": 1}"#
    var scene = ExchangeScene(text, size)
    scene.go(to: ".log")
    scene.perform(.response(.viewValue))
    try GoldenScreen.check(scene.frame, "value")
    scene.perform(.response(.toggle))
    try GoldenScreen.check(scene.frame, "value-raw")
    scene.perform(.app(.back))
    #expect(scene.frame.text.contains("log: \"first line"))
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 9, 20, 40, 80])
  func `a way never takes more columns than there are`(width: Int) {
    let paths = [
      ["."], [".a"], [".items", "[3]", ".name"],
      [".a very long key that is not a name", ".b", ".c", ".d", ".日本語日本語", "[1500000]", ".end"],
      [".x", ".another key that is longer than any room there is for it, and then some"],
    ]
    for path in paths {
      let text = Breadcrumb.fitted(path, width: width)
      #expect(text.width <= max(1, width), "\(path) in \(width): \(text.string)")
    }
  }

  @Test func `a way that is cut shows its first step and its last ones`() {
    let path = [".first", ".b", ".c", ".d", ".e", ".f", ".last"]
    #expect(Breadcrumb.fitted(path, width: 17).string == ".first….e.f.last")
    #expect(Breadcrumb.fitted(path, width: 40).string == ".first.b.c.d.e.f.last")
    #expect(Breadcrumb.fitted(path, width: 8).string == "….f.last")
  }

  @Test func `nothing in keys and values reaches the screen unsafe`() {
    let marks = String(repeating: "\u{301}", count: 10_000)
    let evil =
      #"\u001b]0;x\u0007\u001b[2J\u009b31m\u202e\u2066\u200b\u0000\ud800"# + "a\(marks)日本"
    let text =
      "{\"\(evil)\": {\"\(evil)\": [\"\(evil)\", \"\(evil)\"], \"\(evil)\": 1e999}, \"\(evil)\": 2}"
    for size in [Size(width: 40, height: 12)] + Self.sizes {
      var scene = ExchangeScene(text, size)
      scene.perform(.response(.openAll))
      for _ in 0..<6 {
        expectSafe(scene.frame)
        scene.perform(.response(.goToPath))
        expectSafe(scene.frame)
        scene.perform(.typing(.nextField))
        expectSafe(scene.frame)
        scene.perform(.typing(.leave), .response(.viewValue))
        expectSafe(scene.frame)
        scene.perform(.response(.toggle))
        expectSafe(scene.frame)
        scene.perform(.app(.back), .move(.down))
      }
      scene.go(to: ".\u{1B}[31m\u{202E}")
      expectSafe(scene.frame)
    }
  }

  private func expectSafe(_ frame: Frame, sourceLocation: SourceLocation = #_sourceLocation) {
    let bad = frame.text.unicodeScalars.first {
      $0 != "\n"
        && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value)
          || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
          || (0x200B...0x200F).contains($0.value))
    }
    #expect(bad == nil, sourceLocation: sourceLocation)
    // Nobody sees more than a few marks on one letter.
    let most = frame.text.map { $0.unicodeScalars.count }.max() ?? 0
    #expect(most <= 5, sourceLocation: sourceLocation)
  }
}
