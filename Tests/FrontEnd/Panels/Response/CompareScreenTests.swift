import ClientModel
import JobFixtures
import Terminal
import Testing
import ViewModels

@testable import Panels

/// Two responses side by side, as they look.
struct CompareScreenTests {
  /// Job 12 on show beside what job 7 was answered.
  static func scene(
    _ now: String, _ before: String, headers: [ResponseField] = []
  ) -> ResponseScene {
    var old = AttemptResult.json(before)
    old.head?.fields += headers
    var scene = ResponseScene(
      .fixture(12, .succeeded), .fixture(), [.fixture(1, of: 12, result: .json(now))])
    scene.run { $0.perform(.compare) }
    let exchange = Exchange(
      job: .fixture(7, .succeeded), attempt: .fixture(1, of: 7, result: old), request: .fixture())
    scene.run { $0.receive(.previous(exchange, of: AttemptID(job: JobID(12), number: 1))) }
    return scene
  }

  static let now =
    #"{"id":1,"items":[{"id":3,"n":"c"},{"id":1,"n":"a"},{"id":4,"n":"d"}],"ok":true}"#
  static let before =
    #"{"id":1,"items":[{"id":1,"n":"a"},{"id":2,"n":"b"},{"id":3,"n":"C"}],"ok":true}"#
  static let hostile = KindScreenTests.hostile
  /// As JSON may hold it.
  static let escaped = hostile.replacing("\u{1B}", with: "\\u001b").replacing(
    "\u{7}", with: "\\u0007")

  static let scenes: [(String, ResponseScene)] = [
    ("compare-values", scene(now, before)),
    (
      "compare-hostile",
      scene(
        "{\"\(escaped)\":\"\(escaped)\",\"b\":[\"\\u001b[2J\"]}",
        "{\"\(escaped)\":1,\"\(escaped)x\":\"\(escaped)\",\"b\":[\"\(escaped)\"]}",
        headers: [ResponseField("X-\(hostile)", hostile)])
    ),
  ]

  @Test(arguments: Self.scenes.indices, [Size(width: 40, height: 10), Size(width: 80, height: 24)])
  func `each comparison has a screen, and no control byte on it`(place: Int, size: Size) throws {
    let (name, scene) = Self.scenes[place]
    #expect((scene.model.comparison?.rows.count ?? 0) > 4)
    let frame = PanelStage(size).draw(scene)
    try GoldenScreen.check(frame, name)
    for y in 0..<size.height {
      #expect(
        frame.text(row: y).unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
    }
  }

  @Test func `short labels leave their room to the values`() {
    let now = String(repeating: "n", count: 28)
    let before = String(repeating: "b", count: 28)
    let scene = Self.scene("{\"a\":\"\(now)\"}", "{\"a\":\"\(before)\"}")
    let frame = PanelStage(Size(width: 80, height: 12)).draw(scene)
    let row = (0..<12).map { frame.text(row: $0) }.first { $0.contains("~") } ?? ""
    #expect(row.contains(now) && row.contains(before))
  }

  @Test(arguments: 36...72)
  func `a blank stands between a label and its value, also where the label is cut`(width: Int) {
    let scene = Self.scene("1", "2", headers: [ResponseField("x-limit-left", "143")])
    let frame = PanelStage(Size(width: width, height: 12)).draw(scene)
    let row = (0..<12).map { frame.text(row: $0) }.first { $0.contains("~ x-") } ?? ""
    #expect(row.contains(width - 4 < 72 ? " - 143" : " 143"), "\(row)")
  }

  @Test func `values that are cut scroll to the left and back`() {
    let long = String(repeating: "x", count: 60)
    var scene = Self.scene("{\"a\":\"\(long)END1\"}", "{\"a\":\"BEGIN\(long)\"}")
    func row() -> String {
      let frame = PanelStage(Size(width: 40, height: 12)).draw(scene)
      return (0..<12).map { frame.text(row: $0) }.filter { $0.contains("- ") || $0.contains("+ ") }
        .joined()
    }
    let first = row()
    #expect(first.contains("BEG") && !first.contains("END"))
    for _ in 0..<7 { scene.run { $0.perform(.open) } }
    #expect(row().contains("END1"))
    for _ in 0..<30 { scene.run { $0.perform(.close) } }
    #expect(row() == first)
  }

  @Test func `the selected row in full is as safe as the row`() {
    var (_, scene) = Self.scenes[1]
    for _ in 0..<8 {
      scene.run { $0.move(.down) }
      let frame = PanelStage(Size(width: 60, height: 16)).draw(scene)
      for y in 0..<16 {
        #expect(
          frame.text(row: y).unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
      }
    }
  }
}
