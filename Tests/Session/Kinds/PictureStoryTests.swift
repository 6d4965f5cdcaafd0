import TestSupport
import TestTraits
import Testing

/// Pictures from a server to the screen, and the process between the two.
@Suite(.usesSystem(minutes: 5)) struct PictureStoryTests {
  /// A bitmap of this size with the pixels of one of four by four; every byte of it is ASCII, so that it
  /// can be sent as a text.
  private static func bitmap(width: Int = 4, height: Int = 4) -> [UInt8] {
    var bytes = Array("BM".utf8)
    func add(_ numbers: Int...) {
      for number in numbers {
        for byte in 0..<4 { bytes.append(UInt8(number >> (8 * byte) & 0xFF)) }
      }
    }
    add(102, 0, 54, 40, width, height)
    bytes += [1, 0, 24, 0]
    add(0, 48, 0, 0, 0, 0)
    for place in 0..<16 {
      bytes += [UInt8(place % 4 * 40), UInt8(place / 4 * 40), 10]
    }
    return bytes
  }

  private func draw(_ arguments: [String], _ input: [UInt8]) throws -> (
    ChildProcess.Ending, [UInt8]
  ) {
    // Through a pipe, as the interface reads it: a process that may write no file is ended at one.
    let home = try WeirHome()
    let child = try ChildProcess(
      ["/bin/bash", "-o", "pipefail", "-c", "\"$@\" | cat", "weir"]
        + home.command(["__picture"] + arguments),
      environment: home.environment(), input: input)
    return (try child.wait(), child.output)
  }

  @Test func `a picture that is called a text is drawn, to the size of its panel`() async throws {
    try await onOwnThread {
      let body = String(decoding: Self.bitmap(), as: UTF8.self)
      let server = try AnsweringServer { _ in
        AnsweringServer.response(200, body, type: "text/plain")
      }
      let session = try TmuxSession.open(try WeirHome(), width: 80, height: 24)
      try session.typeURL(server.url)
      try session.press("s")
      try session.expect("200")
      try session.press("3")
      try session.expect("BMP · 4 × 4")
      try session.resize(width: 120, height: 40)
      // Of the size before it may be on the screen still, or be gone and not drawn anew yet.
      try session.expect("the picture in its colours") { screen in
        do { return try screen.contains("▀▀▀") && session.styledScreen().contains("48;") } catch {
          return false
        }
      }
      try session.press("]")
      try session.expect("00000000  42 4d 66")
    }
  }

  @Test func `the process that draws gives cells and nothing else`() async throws {
    try await onOwnThread {
      let (ending, cells) = try draw(["bmp", "10", "5", "4"], Self.bitmap())
      #expect(ending == .exited(0))
      #expect(cells.prefix(8) == [4, 0, 0, 0, 4, 0, 0, 0])
      try #require(cells.count > 16)
      #expect(cells.count == 16 + 12 * Int(cells[8]) * Int(cells[12]))
      let (plain, uncoloured) = try draw(["bmp", "10", "5", "0"], Self.bitmap())
      #expect(plain == .exited(0) && uncoloured.count == cells.count)
    }
  }

  @Test func `a damaged picture, a bomb and a wrong order each have their own end`() async throws {
    try await onOwnThread {
      let (damaged, nothing) = try draw(["bmp", "10", "5", "4"], Array(Self.bitmap().prefix(30)))
      #expect(damaged == .exited(5) && nothing.isEmpty)
      let (other, _) = try draw(["png", "10", "5", "4"], Self.bitmap())
      #expect(other == .exited(5))
      let bomb = Self.bitmap(width: 30_000, height: 30_000)
      let (refused, size) = try draw(["bmp", "10", "5", "4"], bomb)
      #expect(refused == .exited(7) && size == [0x30, 0x75, 0, 0, 0x30, 0x75, 0, 0])
      for order in [
        ["bmp", "0", "5", "4"], ["bmp", "10", "9999", "4"], ["bmp", "10", "5", "9"], [],
      ] {
        let (wrong, printed) = try draw(order, Self.bitmap())
        #expect(wrong == .exited(2) && printed.isEmpty)
      }
    }
  }
}
