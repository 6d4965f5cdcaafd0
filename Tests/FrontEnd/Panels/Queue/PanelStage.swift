import ClientModel
import Terminal
import ViewModels

@testable import Panels

/// A panel alone on a small screen, with its border left out.
struct PanelStage {
  let size: Size
  var isFocused = true
  var now: Timestamp? = Timestamp(milliseconds: 60_000)

  static let sizes = [
    Size(width: 40, height: 10), Size(width: 80, height: 24), Size(width: 110, height: 20),
  ]

  init(_ size: Size) { self.size = size }

  private var canvas: PanelCanvas {
    PanelCanvas(
      area: Rect(size), isFocused: isFocused, spinnerStep: 2, now: now, keys: .standard)
  }

  func draw(_ model: QueueModel) -> Frame {
    var model = model
    _ = model.show(rows: QueuePanel.page(of: model, size: size))
    var frame = Frame(size: size)
    QueuePanel.draw(model, canvas, in: &frame)
    return frame
  }

  func draw(_ scene: ResponseScene) -> Frame {
    var scene = scene
    // Which rows the head takes depends on the body, which depends on nothing of the screen.
    let page = ResponsePanel.page(of: scene.model, size: size)
    scene.run { $0.show(rows: page) }
    scene.run { $0.show(rowColumns: DocumentRows.rowColumns(size.width)) }
    var frame = Frame(size: size)
    ResponsePanel.draw(scene.model, canvas, in: &frame)
    return frame
  }
}

extension Frame {
  /// Scalars that a terminal would act on, or that hide: none may ever stand in a cell.
  var dangerous: [UInt32] {
    cells.flatMap { [$0.glyph.base] + $0.glyph.marks }.filter { value in
      (1..<0x20).contains(value) || (0x7F..<0xA0).contains(value)
        || (0x200B...0x200F).contains(value) || (0x202A...0x202E).contains(value)
        || (0x2066...0x2069).contains(value)
    }
  }
}

/// What a server or a file might hold to take over the terminal.
let hostileText = "\u{1B}]0;owned\u{07}\u{1B}[2J\u{9B}31m\u{202E}\u{0}\r\n\t\u{200B}x"
