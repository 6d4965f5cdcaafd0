import ClientModel
import JobFixtures
import Terminal
import Testing
import ViewModels

@testable import Panels

/// A picture in its panel.
struct PictureScreenTests {
  static let sizes = [Size(width: 40, height: 10), Size(width: 80, height: 24)]
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0] + Array("IEND".utf8) + [
      0, 0, 0, 0,
    ]

  private static func number(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(number >> (8 * UInt32($0)) & 0xFF) }
  }

  /// A ramp of shades, six columns and two rows of it.
  private static let ramp: [UInt8] = {
    var numbers: [UInt32] = [48, 32, 6, 2]
    for cell in UInt32(0)..<12 {
      numbers.append(0x2580 + cell % 9)
      numbers.append(cell == 0 ? UInt32.max : cell * 0x14_1414)
      numbers.append(cell == 1 ? UInt32.max : 0x10_2030)
    }
    return numbers.flatMap { number($0) }
  }()

  private static func scene(_ size: Size) -> ResponseScene {
    var result = AttemptResult.json("")
    result.body = .inline(png)
    result.head?.fields = [ResponseField("Content-Type", "image/png")]
    var scene = ResponseScene(
      .fixture(12, .succeeded), .fixture(), [.fixture(1, of: 12, result: result)])
    let model = scene.model
    scene.run { $0.body.show(room: ResponsePanel.pictureRoom(of: model, size: size)) }
    return scene
  }

  private static func reported(_ size: Size, _ outcome: PictureUpdate.Outcome) throws
    -> ResponseScene
  {
    var scene = scene(size)
    let order = try #require(scene.picture)
    scene.run { $0.receive(.picture(PictureUpdate(order, outcome))) }
    return scene
  }

  @Test(arguments: sizes)
  func `a picture stands below what it is, in colours of its own`(size: Size) throws {
    let picture = try #require(
      Picture(printed: Self.ramp, .png, in: PictureArea(columns: 20, rows: 5)))
    let frame = PanelStage(size).draw(try Self.reported(size, .drawn(picture)))
    try GoldenScreen.check(frame, "picture")
    let painted = frame.cells.compactMap(\.ink.paint)
    #expect(painted.count == 12)
    #expect(painted[0].foreground == .terminal && painted[1].background == .terminal)
    #expect(painted[2].foreground == .rgb(red: 40, green: 40, blue: 40))
  }

  @Test(arguments: sizes)
  func `one that is refused says why and what to do`(size: Size) throws {
    let notice = Notice(
      .warning, "The picture was not drawn.",
      why: "It has 30000 × 30000 pixels. Pictures of more than 50 million are not decoded.",
      whatToDo: "See its bytes in the Raw tab, or save it and open it elsewhere.")
    let frame = PanelStage(size).draw(try Self.reported(size, .refused(notice)))
    try GoldenScreen.check(frame, "picture-refused")
  }

  @Test func `an old picture is cut to a smaller room`() throws {
    let picture = try #require(
      Picture(printed: Self.ramp, .png, in: PictureArea(columns: 20, rows: 5)))
    let scene = try Self.reported(Size(width: 40, height: 10), .drawn(picture))
    for size in [Size(width: 6, height: 5), Size(width: 3, height: 3), Size(width: 1, height: 1)] {
      #expect(PanelStage(size).draw(scene).size == size)
    }
  }
}
