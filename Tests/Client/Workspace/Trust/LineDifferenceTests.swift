import ClientModel
import Testing

struct LineDifferenceTests {
  @Test func `a changed line is removed and added at its place`() {
    #expect(
      LineDifference.lines(from: "a\nb\nc\n", to: "a\nB\nc\n")
        == [.place(2), .removed("b"), .added("B")])
  }

  @Test func `changes apart have a place each`() {
    #expect(
      LineDifference.lines(from: "a\nb\nc\nd\ne\n", to: "A\nb\nc\nd\n+\ne\n")
        == [.place(1), .removed("a"), .added("A"), .place(5), .added("+")])
  }

  @Test func `equal texts, and texts that differ in the last line end only, have no lines`() {
    #expect(LineDifference.lines(from: "a\nb", to: "a\nb").isEmpty)
    #expect(LineDifference.lines(from: "a\nb", to: "a\nb\n").isEmpty)
    #expect(LineDifference.lines(from: "", to: "a\n") == [.place(1), .added("a")])
  }

  @Test(arguments: 0..<200)
  func `applied to the old text, a difference gives the new one`(seed: UInt64) {
    var random = SystemLike(state: seed &* 2_654_435_761 &+ 1)
    func text() -> [String] {
      (0..<Int.random(in: 0..<12, using: &random)).map { _ in
        ["a", "b", "c"].randomElement(using: &random) ?? ""
      }
    }
    let (old, new) = (text(), text())
    let lines = LineDifference.lines(
      from: old.map { $0 + "\n" }.joined(), to: new.map { $0 + "\n" }.joined())
    var (result, rest) = ([String](), old[...])
    for line in lines {
      switch line {
      case .place(let number):
        while result.count < number - 1, let next = rest.popFirst() { result.append(next) }
      case .removed(let text):
        #expect(rest.popFirst() == text, "seed \(seed)")
      case .added(let text): result.append(text)
      }
    }
    #expect(result + rest == new, "seed \(seed)")
  }

  @Test func `a difference of texts with very many lines ends soon`() {
    let old = (0..<30_000).map { "\($0 % 7)\n" }.joined()
    let new = (0..<30_000).map { "\($0 % 5)\n" }.joined()
    let time = ContinuousClock().measure { _ = LineDifference.lines(from: old, to: new) }
    #expect(time < .seconds(5))
  }
}

private struct SystemLike: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
