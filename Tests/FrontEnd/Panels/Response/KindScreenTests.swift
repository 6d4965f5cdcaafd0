import ClientModel
import JobFixtures
import Terminal
import Testing
import ViewModels

@testable import Panels

/// Bodies that are no JSON, as they look.
struct KindScreenTests {
  static func scene(_ type: String, _ text: String) -> ResponseScene {
    var result = AttemptResult.json(text)
    result.head?.fields = [ResponseField("Content-Type", type)]
    let attempt = Attempt.fixture(1, of: 12, result: result)
    return ResponseScene(.fixture(12, .succeeded), .fixture(), [attempt])
  }

  static let hostile =
    "\u{1B}]0;gone\u{7}\u{202E}rtl\u{200B}a" + String(repeating: "\u{301}", count: 10_000)

  static let xml = """
    <?xml version="1.0"?><!-- of the day --><menu version="2"><dish id="1" hot="true"><name>Rösti &amp; eggs</name>
    <price>12.50</price><note><![CDATA[a < b]]></note></dish><dish/>text</menu>
    """
  static let html = """
    <!doctype html><html><head><title>Hi</title><meta charset=utf-8></head><body class="x">
    <ul><li>one<li>two <b>bold</b></ul><p>first<p>second</body></html>
    """
  static let csv = """
    name,city,age,"long, note"
    Ann,Zürich,31,"says ""hi\"""
    Bob,東京 tower,7,"two
    lines"
    Cy,,x
    Dee,Bern,100,plain,extra

    """
  static let parts =
    "--BB\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nhello\r\n--BB\r\n"
    + "Content-Type: application/octet-stream\r\n\r\n\u{0}\u{1}bin\r\n--BB--\r\n"
  static let events = "id: 7\nevent: tick\ndata: {\"n\": 1}\n\ndata: plain\n\n"

  /// What strangers write where each kind shows a text of theirs.
  static var hostileScenes: [ResponseScene] {
    var record = scene("text/csv", "\(hostile),b\n\(hostile),1\n")
    record.run { $0.perform(.record) }
    var hex = scene("text/plain", hostile)
    hex.run { $0.perform(.showAsHex) }
    let name =
      "--BB\r\nContent-Disposition: form-data; name=\"\(hostile)\"\r\n\(hostile): x\r\n\r\n"
    return [
      record, hex, opened("text/event-stream", "event: \(hostile)\ndata: {\"\(hostile)\": 1}\n\n"),
      opened("multipart/form-data; boundary=BB", name + "[\"\(hostile)\"]\r\n--BB--\r\n"),
      scene("application/x-ndjson", "{}\n[\"\(hostile)\n{}\n"),
      scene("application/json-seq", "\u{1E}\(hostile)\n\u{1E}1\n"),
      scene("image/avif", "\u{0}\(hostile)"),
    ]
  }

  @Test(arguments: [Size(width: 40, height: 10), Size(width: 80, height: 24)])
  func `no control character of a stranger reaches the screen`(size: Size) {
    for (place, scene) in Self.hostileScenes.enumerated() {
      let frame = PanelStage(size).draw(scene)
      let marks = frame.cells.map(\.glyph.marks.count).max() ?? 0
      #expect(marks <= Glyph.maximumMarks)
      for y in 0..<size.height {
        let scalars = frame.text(row: y).unicodeScalars
        let isSafe = scalars.allSatisfy { scalar in
          scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
            && ![0x202E, 0x200B].contains(scalar.value)
        }
        #expect(isSafe, "scene \(place), row \(y)")
      }
    }
  }

  static let scenes: [(String, ResponseScene)] = [
    ("kind-xml", scene("application/xml", xml)),
    ("kind-xml-broken", scene("application/xml", "<a>\n<b>x</a></zz>")),
    ("kind-html", scene("text/html", html)), ("kind-html-lie", scene("application/json", html)),
    ("kind-table", scene("text/csv", csv)), ("kind-table-sorted", sorted),
    ("kind-record", record),
    ("kind-lines-broken", scene("application/x-ndjson", "{\"a\": 1}\n{\"b\": [1,\n{\"c\": 3}\n")),
    ("kind-form", scene("application/x-www-form-urlencoded", "a=b%20c&name=J%C3%B6rg+M&x")),
    ("kind-parts", scene("multipart/form-data; boundary=BB", parts)),
    ("kind-events", opened("text/event-stream", events)),
    ("kind-sequence", scene("application/json-seq", "\u{1E}{\"a\": 1}\n\u{1E}[1,\n2]\n")),
    ("kind-hex", scene("application/octet-stream", "\u{0}\u{1}Hello \u{1B}[31m")),
    ("kind-hostile-xml", scene("application/xml", "<a x='\(hostile)'>\(hostile)<b/></a>")),
    ("kind-hostile-table", scene("text/csv", "a,b\n\(hostile),1\n")),
    (
      "kind-hostile-form",
      scene("application/x-www-form-urlencoded", "a%1B[31m=%E2%80%AE\(hostile)")
    ),
  ]

  static var sorted: ResponseScene {
    var scene = scene("text/csv", csv)
    scene.run { $0.move(.right) }
    scene.run { $0.move(.right) }
    scene.run { $0.perform(.toggle) }
    return scene
  }

  static var record: ResponseScene {
    var scene = scene("text/csv", csv)
    scene.run { $0.perform(.record) }
    return scene
  }

  static func opened(_ type: String, _ text: String) -> ResponseScene {
    var scene = scene(type, text)
    scene.run { $0.perform(.openAll) }
    return scene
  }

  @Test(arguments: Self.scenes.indices, [Size(width: 40, height: 10), Size(width: 80, height: 24)])
  func `each kind has a screen`(place: Int, size: Size) throws {
    let (name, scene) = Self.scenes[place]
    let frame = PanelStage(size).draw(scene)
    try GoldenScreen.check(frame, name)
    for y in 0..<size.height {
      #expect(
        frame.text(row: y).unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
    }
  }

  @Test(arguments: [29, 36, 44, 45, 60, 77, 78, 110])
  func `no hexadecimal row is cut`(width: Int) {
    let scene = Self.scene("application/octet-stream", "\u{0}0123456789abcdefghijklmnop")
    let frame = PanelStage(Size(width: width, height: 12)).draw(scene)
    #expect(frame.text(row: 2).hasPrefix(" 00000000  00 30 31 32"))
    for y in 2..<12 { #expect(!frame.text(row: y).contains("…")) }
  }

  @Test func `the user may have it shown as something else`() {
    var scene = Self.scene("text/csv", Self.csv)
    #expect(scene.model.body.shownAs == nil)
    scene.run { $0.perform(.showAsHex) }
    #expect(scene.model.body.shownAs == "shown as hexadecimal" && scene.model.pane.table == nil)
    scene.run { $0.perform(.showAsText) }
    #expect(scene.model.pane.window.total == 6)
    scene.run { $0.perform(.showAsFound) }
    #expect(scene.model.body.shownAs == nil && scene.model.pane.table?.titles.count == 4)
  }
}
