import Terminal

/// A frame as an SVG picture, in the colours of a palette.
struct FrameSVG {
  let frame: Frame
  let palette: Palette

  private static let cell = (width: 8, height: 18)
  private static let margin = 12

  var text: String {
    let width = frame.size.width * Self.cell.width + 2 * Self.margin
    let height = frame.size.height * Self.cell.height + 2 * Self.margin
    let ground = Self.hexadecimal(palette[.text, .normal].background, else: "#16181d")
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height)" "#
        + #"font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" "#
        + #"font-size="13">"#,
      "<title>The interface of Weir</title>",
      #"<rect width="\#(width)" height="\#(height)" rx="8" fill="\#(ground)"/>"#,
    ]
    for y in 0..<frame.size.height {
      for run in runs(row: y) { lines += drawing(of: run, y: y, on: ground) }
    }
    lines += borders
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// The lines of the borders as paths, because the glyphs of a font may leave gaps between rows.
  private var borders: [String] {
    var paths: [String: String] = [:]
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width {
        let cell = frame[Point(x: x, y: y)]
        guard let line = Self.lines[cell.glyph.text] else { continue }
        let color = Self.hexadecimal(style(of: cell.ink).foreground, else: "#d6d9e0")
        let corner = (Self.margin + x * Self.cell.width, Self.margin + y * Self.cell.height)
        let key = #"stroke="\#(color)" stroke-width="\#(cell.glyph.text == "┃" ? 3 : 1)""#
        paths[key, default: ""] += "M\(corner.0) \(corner.1)m\(line)"
      }
    }
    return paths.sorted { $0.key < $1.key }.map {
      #"<path d="\#($0.value)" fill="none" \#($0.key)/>"#
    }
  }

  /// The path of each line glyph, from the upper left corner of its cell.
  private static let lines = [
    "─": "0 9h8", "│": "4 0v18", "┃": "4 0v18", "├": "4 0v18m0-9h4", "┤": "4 0v18m0-9h-4",
    "┬": "0 9h8m-4 0v9", "┴": "0 9h8m-4 0v-9", "┼": "0 9h8m-4-9v18", "╭": "8 9q-4 0-4 9",
    "╮": "0 9q4 0 4 9", "╰": "4 0q0 9 4 9", "╯": "4 0q0 9-4 9",
  ]

  /// Neighbouring cells of one style.
  private struct Run {
    let style: Style
    let x: Int
    var width = 0
    var text = ""
  }

  private func runs(row y: Int) -> [Run] {
    var runs: [Run] = []
    for x in 0..<frame.size.width {
      let cell = frame[Point(x: x, y: y)]
      let style = style(of: cell.ink)
      // A picture must not depend on the widths of its reader's font, so each word has its own
      // position.
      let isGap = cell.glyph == .blank || Self.lines[cell.glyph.text] != nil
      let follows = runs.last.map { last in
        last.style == style && isGap == last.text.allSatisfy { $0 == " " }
      }
      if follows != true { runs.append(Run(style: style, x: x)) }
      runs[runs.count - 1].width += 1
      runs[runs.count - 1].text += isGap ? " " : cell.glyph.text
    }
    return runs
  }

  private func style(of ink: Ink) -> Style {
    var style = palette[ink.role, ink.ground]
    switch ink.emphasis {
    case .plain: break
    case .bold: style.attributes.insert(.bold)
    case .underline: style.attributes.insert(.underline)
    }
    if style.attributes.contains(.reverse) {
      swap(&style.foreground, &style.background)
    }
    return style
  }

  private func drawing(of run: Run, y: Int, on ground: String) -> [String] {
    let (x, top) = (
      Self.margin + run.x * Self.cell.width, Self.margin + y * Self.cell.height
    )
    let width = run.width * Self.cell.width
    var lines: [String] = []
    let fill = Self.hexadecimal(run.style.background, else: ground)
    if fill != ground {
      lines.append(
        #"<rect x="\#(x)" y="\#(top)" width="\#(width)" height="\#(Self.cell.height)" fill="\#(fill)"/>"#
      )
    }
    guard run.text.contains(where: { $0 != " " }) else { return lines }
    var attributes = #"fill="\#(Self.hexadecimal(run.style.foreground, else: "#d6d9e0"))""#
    if run.style.attributes.contains(.bold) { attributes += #" font-weight="bold""# }
    if run.style.attributes.contains(.italic) { attributes += #" font-style="italic""# }
    if run.style.attributes.contains(.underline) { attributes += #" text-decoration="underline""# }
    lines.append(
      #"<text x="\#(x)" y="\#(top + 13)" textLength="\#(width)" lengthAdjust="spacingAndGlyphs" "#
        + "\(attributes)>\(Self.escaped(run.text))</text>")
    return lines
  }

  private static func hexadecimal(_ color: Color, else other: String) -> String {
    let rgb: RGB
    switch color {
    case .terminal: return other
    case .indexed(let index): rgb = RGB(index: index)
    case .rgb(let red, let green, let blue):
      rgb = RGB(red: Int(red), green: Int(green), blue: Int(blue))
    }
    let digits = [rgb.red, rgb.green, rgb.blue].map { part in
      (part < 16 ? "0" : "") + String(part, radix: 16)
    }
    return "#\(digits.joined())"
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: String(scalar)
      }
    }.joined()
  }
}
