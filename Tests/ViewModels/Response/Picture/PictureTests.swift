import ClientDocuments
import ClientModel
import JobFixtures
import Testing
import ViewModels

/// What a drawing process may print, and when one is asked for.
struct PictureTests {
  static let room = PictureArea(columns: 4, rows: 3)

  static func printed(_ numbers: [UInt32]) -> [UInt8] {
    numbers.flatMap { number in (0..<4).map { UInt8(number >> (8 * UInt32($0)) & 0xFF) } }
  }

  /// Two cells: an upper half in red on blue, a blank on the terminal's own.
  static let good: [UInt32] = [8, 4, 2, 1, 0x2580, 0xFF0000, 0x0000FF, 0x20, .max, .max]

  private func read(_ numbers: [UInt32]) -> Picture? {
    Picture(printed: Self.printed(numbers), .png, in: Self.room)
  }

  @Test func `cells come as they were printed`() throws {
    let picture = try #require(read(Self.good))
    #expect((picture.width, picture.height, picture.columns, picture.rows) == (8, 4, 2, 1))
    #expect(picture.cells[0].scalar == "▀")
    #expect(picture.cells[0].foreground.map { [$0.red, $0.green, $0.blue] } == [255, 0, 0])
    #expect(picture.cells[0].background.map { [$0.red, $0.green, $0.blue] } == [0, 0, 255])
    #expect(picture.cells[1].scalar == " " && picture.cells[1].foreground == nil)
  }

  @Test(arguments: [
    0x1B, 0x07, 0x00, 0x0A, 0x7F, 0x9B, 0x200B, 0x202E, 0x0301, 0x4E00, 0x1F600, 0xD800, 0x11_0000,
    .max,
  ])
  func `a cell that is not a symbol refuses all of it`(scalar: UInt32) {
    var numbers = Self.good
    numbers[4] = scalar
    #expect(read(numbers) == nil)
  }

  @Test func `what does not fit is refused`() {
    #expect(read([]) == nil && read(Array(Self.good.dropLast())) == nil)
    #expect(read(Self.good + [0]) == nil)
    #expect(Picture(printed: Self.printed(Self.good) + [0], .png, in: Self.room) == nil)
    // More columns or rows than there is room, no pixels, too many, and a colour that is none.
    let changes: [(Int, UInt32)] = [(2, 5), (2, 0), (3, 4), (0, 0), (1, .max), (5, 0x100_0000)]
    for (place, number) in changes {
      var numbers = Self.good
      numbers[place] = number
      #expect(read(numbers) == nil, "\(place) as \(number)")
    }
    #expect(Picture.size(printed: Self.printed([30_000, 20_000])).map { $0.width } == 30_000)
    #expect(Picture.size(printed: [1]) == nil)
  }

  // MARK: When one is drawn

  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]

  private func showing(_ type: String, _ bytes: [UInt8]) -> ResponseDriver {
    var driver = ResponseDriver(rows: 20)
    var result = AttemptResult.json("")
    result.body = .inline(bytes)
    result.head?.fields = [ResponseField("Content-Type", type)]
    driver.run { $0.body.show(room: Self.room) }
    driver.run { $0.open(JobID(1)) }
    driver.receive(
      .exchange(.fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: result)]))
    return driver
  }

  private func orders(_ driver: ResponseDriver) -> [PictureRequest] {
    driver.others.compactMap {
      if case .response(.drawPicture(let order)) = $0 { order } else { nil }
    }
  }

  @Test func `a picture is asked for once, and again for another room`() throws {
    var driver = showing("text/plain", Self.png)
    #expect(driver.model.body.shownAs == "detected: a picture")
    #expect(orders(driver).count == 1 && driver.model.body.showsPicture)
    let first = try #require(orders(driver).first)
    #expect(first.room == Self.room)
    #expect(try driver.controller.picture(of: first.generation)?.format == .png)
    driver.run { $0.body.show(room: Self.room) }
    driver.perform(.nextTab)
    #expect(!driver.model.body.showsPicture)
    driver.perform(.previousTab)
    #expect(orders(driver).count == 1)
    driver.run { $0.body.show(room: PictureArea(columns: 9, rows: 9)) }
    #expect(orders(driver).count == 2)
  }

  @Test func `a response to an older order is passed over`() throws {
    var driver = showing("image/png", Self.png)
    let old = try #require(orders(driver).first)
    let picture = try #require(read(Self.good))
    driver.run { $0.body.show(room: PictureArea(columns: 9, rows: 9)) }
    driver.receive(.picture(PictureUpdate(old, .drawn(picture))))
    #expect(driver.model.body.picture.shown == nil && driver.model.body.picture.isDrawing)
    let new = try #require(orders(driver).last)
    driver.receive(.picture(PictureUpdate(new, .drawn(picture))))
    #expect(driver.model.body.picture.shown == picture && !driver.model.body.picture.isDrawing)
    // It stays while it is drawn anew.
    driver.run { $0.body.show(room: Self.room) }
    #expect(driver.model.body.picture.shown == picture && driver.model.body.picture.isDrawing)
  }

  @Test func `who goes elsewhere ends the drawing`() {
    var driver = showing("image/png", Self.png)
    driver.run { $0.open(JobID(2)) }
    driver.receive(
      .exchange(
        .fixture(2, .succeeded), .fixture(), [.fixture(1, of: 2, result: .json("{}"))]))
    #expect(driver.others.contains(.response(.stopPicture)))
    #expect(!driver.model.body.showsPicture && !driver.model.body.picture.isDrawing)
  }

  @Test func `going back stops the drawing, and unfolding draws again`() throws {
    var driver = AppDriver(picture: Self.png)
    driver.run { $0.receive(.viewport(Viewport())) }
    #expect(driver.response.isDrawing)
    driver.perform(.app(.back))
    #expect(driver.others.contains(.response(.stopPicture)) && !driver.response.isDrawing)
    #expect(driver.response.body.picture.refusal?.what == "The drawing was stopped.")
    let before = driver.others.count
    driver.perform(.response(.toggle))
    #expect(driver.response.isDrawing && driver.others.count == before + 1)
  }

  @Test func `a picture is saved as the value it is, and what it has not is reported`() {
    var driver = showing("image/png", Self.png)
    driver.perform(.saveNode)
    guard case .ask(let prompt)? = driver.others.last, prompt.purpose is SaveBodyPrompt else {
      return #expect(Bool(false))
    }
    #expect(driver.model.obstacle(to: .goToPath)?.what == "A picture has no values.")
    driver.perform(.pageNode)
    guard case .notify(let notice)? = driver.others.last else { return #expect(Bool(false)) }
    #expect(notice.what == "A picture is not text.")
  }

  @Test func `a picture that is cut short says so`() {
    let driver = showing("image/png", Self.png)
    #expect(driver.model.facts?.fault?.contains("Cut off after 12 bytes") == true)
  }

  @Test func `its bytes are one key away, and hexadecimal is not a picture`() {
    var driver = showing("image/png", Self.png)
    driver.perform(.nextTab)
    #expect(driver.lines.first?.contains("89 50 4e 47") == true)
    driver.perform(.showAsHex)
    #expect(!driver.model.body.showsPicture)
    driver.perform(.showAsFound)
    #expect(driver.model.body.showsPicture)
    driver.run { $0.body.find("a") }
    guard case .notify(let notice)? = driver.others.last else {
      Issue.record("No notice was shown.")
      return
    }
    #expect(notice.why == "A picture contains no text.")
  }

  @Test func `a picture of another format says so above its bytes`() {
    let driver = showing("image/avif", [0, 0, 0, 28] + Array("ftypavif".utf8))
    #expect(!driver.model.body.showsPicture && orders(driver).isEmpty)
    #expect(driver.model.facts?.fault?.hasPrefix("Not drawn: ") == true)
    #expect(driver.model.body.shownAs == nil)
  }
}
