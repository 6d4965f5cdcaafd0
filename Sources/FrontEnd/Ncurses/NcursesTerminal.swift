import CNcurses
package import Terminal

/// The real terminal, through ncurses. There is one at a time; it belongs to the UI thread.
///
/// Life: made (the alternate screen is on) → perhaps suspended and resumed → `close()`, also at `exit` and, by a C
/// handler, at fatal signals.
package final class NcursesTerminal {
  /// The size at the last resize event.
  package private(set) var size = Size(width: 0, height: 0)
  package let colorDepth: ColorDepth
  /// Whether `askBackground` may be followed by a report.
  package let reportsBackground: Bool
  /// The keys with Alt that have a meaning now.
  package var altKeys: Set<Key> {
    get { decoder.altKeys }
    set { decoder.altKeys = newValue }
  }
  package var mouse: MouseMode { didSet { cn_mouse(mouse == .reported) } }

  private struct Pen {
    let attributes: UInt32
    let pair: Int32
  }

  private var pairs: ColorPairs
  /// What was worked out for the inks of the palette shown.
  private var pens: [Ink: Pen] = [:]
  private var scalars = ScalarAssembler()
  private var decoder = KeyDecoder()
  private var shown: Frame?
  private var shownPalette: Palette?
  /// The same as this terminal can show it.
  private var fitted = Palette.plain
  private var hasTitle = false
  /// Runs what stops the process, at a moment at which it may stop.
  package var aroundStop: (() -> Void) -> Void = { $0() }

  /// Takes over the terminal on standard input and output.
  package init(
    environment: [String: String], mouse: MouseMode = .reported
  ) throws(TerminalError) {
    let kind = TerminalKind(environment: environment) { cn_knows($0) }
    let term = environment["TERM", default: ""]
    switch Int(cn_open(kind.name)) {
    case CN_OPENED: break
    case CN_NOT_A_TERMINAL: throw .notATerminal
    case CN_NO_TERM_NAME: throw .termNotSet
    case CN_UNKNOWN_TERM: throw .unknownTerm(term)
    case CN_CANNOT_MOVE_CURSOR: throw .cannotMoveCursor(term)
    default: throw .cannotStart(term)
    }
    colorDepth = kind.limit ?? Self.depthOfOpenTerminal
    reportsBackground = kind.reportsBackground && colorDepth != .none
    pairs = ColorPairs(depth: colorDepth, capacity: Int(cn_pairs())) { cn_set_pair($0, $1, $2) }
    self.mouse = mouse
    if mouse == .reported { cn_mouse(true) }
    measure()
  }

  private static var depthOfOpenTerminal: ColorDepth {
    if cn_has_rgb() { return .trueColor }
    switch cn_colors() {
    case 256...: return .palette256
    case 16..<256: return .sixteen
    case 8..<16: return .eight
    default: return .none
    }
  }

  /// Leaves the screen as it was found. Calling it again does nothing.
  ///
  /// - Parameter patience: How long the report of the background is waited for, if it is expected: the shell would
  ///   take it as typed.
  package func close(patience: Duration = .zero) {
    while decoder.expectsBackground, patience > .zero, cn_more_input(patience.pollTimeout),
      !nextEvents(patience: patience).isEmpty
    {}
    // XTWINOPS 23: the title there was before ours.
    if hasTitle { write("\u{1B}[23;2t") }
    hasTitle = false
    cn_close()
  }

  /// Restores the mode of the terminal where the process ends without `close()`. Does nothing if no terminal is
  /// open.
  package static func restore() { cn_close() }

  /// Shows `frame`; writes only what changed since the last one and flushes once.
  package func present(_ frame: Frame, with palette: Palette) {
    if palette != shownPalette {
      shown = nil
      pens = [:]
      shownPalette = palette
      fitted = palette.fitted(to: colorDepth, showing: attributes(for: palette))
    }
    write(frame)
    if pairs.isShort {
      // A picture has a pair for nearly every cell, so that a few of them use up all there are: then the
      // frame is written again with no more than it needs itself.
      pairs.clear()
      (pens, shown) = ([:], nil)
      write(frame)
    }
    if let cursor = frame.cursor, frame.bounds.contains(cursor) {
      cn_cursor(Int32(cursor.y), Int32(cursor.x))
    } else {
      cn_hide_cursor()
    }
    cn_flush()
    shown = frame
  }

  /// The attributes that this terminal can show; some cannot show all of them together with colours.
  private func attributes(for palette: Palette) -> Style.Attributes {
    let all = Style.Attributes(rawValue: UInt8(cn_attributes()))
    guard colorDepth != .none, palette.usesColor else { return all }
    return all.subtracting(Style.Attributes(rawValue: UInt8(cn_attributes_without_color())))
  }

  private func write(_ frame: Frame) {
    for run in FrameDifference(from: shown, to: frame).runs {
      for (offset, cell) in run.cells.enumerated() where !cell.glyph.isContinuation {
        put(cell, x: run.start.x + offset, y: run.start.y)
      }
    }
  }

  /// What happened since the last call, oldest first, without waiting.
  ///
  /// - Parameter patience: How long the rest of the background's report is waited for once it may have begun. The rest
  ///   of a key is waited for as `ESCDELAY` says.
  package func nextEvents(patience: Duration = .zero) -> [TerminalEvent] {
    let signals = signals()
    var events = signals.changes
    // Ncurses knows the size only after this.
    if events.contains(where: { if case .resized = $0 { true } else { false } }) { shown = nil }
    // A terminal may say that there is more and bring nothing: that ends this as well.
    var brought = true
    while brought {
      brought = false
      while let keys = nextKeys() {
        brought = true
        events += keys.map { .key($0) }
      }
      // Ncurses has waited as long for what follows an escape.
      let key = decoder.isAfterEscape ? .zero : Duration.milliseconds(cn_escape_delay())
      let rest = decoder.expectsBackground ? max(patience, key) : key
      guard decoder.isInsideSequence || scalars.isInsideCharacter,
        cn_more_input(rest.pollTimeout)
      else { break }
    }
    let cutOff = scalars.settle().flatMap { decoder.take($0) }
    events += (cutOff + decoder.settle()).map { .key($0) }
    if let color = decoder.takeBackground() { events.append(.background(color)) }
    // What was typed before a signal that ends the program was typed to it.
    return events + signals.ends
  }

  /// Asks the terminal for its background. Its report is a later event; some terminals send none.
  package func askBackground() {
    decoder.expectBackground()
    write("\u{1B}]11;?\u{1B}\\")
  }

  /// Writes every cell of the next frame.
  package func redrawAll() {
    shown = nil
    cn_redraw()
  }

  /// Hands the terminal to another program, such as an editor, in the state the user's shell left it.
  package func suspend() { cn_suspend() }

  /// Takes the terminal back after `suspend`.
  package func resume() {
    cn_resume()
    measure()
    shown = nil
  }

  /// Stops the program as Ctrl+Z does in other programs; returns when it goes on.
  package func stopUntilContinued() {
    aroundStop { cn_stop() }
    measure()
    shown = nil
  }

  /// Rings the bell.
  package func ring() { cn_bell() }

  /// Sets the window's title.
  package func setTitle(_ title: SafeText) {
    // XTWINOPS 22: terminals that know it save the title.
    if !hasTitle { write("\u{1B}[22;2t") }
    hasTitle = true
    write("\u{1B}]2;\(title.string)\u{7}")
  }

  /// Puts `text` into the clipboard of the user's terminal.
  package func copy(_ text: String) throws(ClipboardError) {
    write(try Clipboard.sequence(for: text))
  }

  private func write(_ text: String) { cn_write(text, text.utf8.count) }

  private func measure() {
    var height: Int32 = 0
    var width: Int32 = 0
    cn_size(&height, &width)
    size = Size(width: Int(width), height: Int(height))
  }

  /// Draws one cell. A scalar that libc measures differently would shift the rest of the row in ncurses, so U+FFFD takes
  /// its place, in the room the frame gave it.
  private func put(_ cell: Cell, x: Int, y: Int) {
    let pen = pen(for: cell.ink)
    let glyph = cell.glyph
    if glyph.base < 0x7F || cn_scalar_width(glyph.base) == Int32(glyph.width) {
      let marks = glyph.marks.filter { cn_scalar_width($0) == 0 }
      put([glyph.base] + marks, pen, x: x, y: y)
    } else {
      put([0xFFFD], pen, x: x, y: y)
      if glyph.width == 2 { put([0x20], pen, x: x + 1, y: y) }
    }
  }

  private func put(_ scalars: [UInt32], _ pen: Pen, x: Int, y: Int) {
    cn_put(Int32(y), Int32(x), scalars, scalars.count, pen.attributes, pen.pair)
  }

  /// What an ink comes down to on this terminal.
  private func pen(for ink: Ink) -> Pen {
    if let pen = pens[ink] { return pen }
    var style = fitted[ink.role, ink.ground]
    if let paint = ink.paint {
      (style.foreground, style.background) = (paint.foreground, paint.background)
    }
    switch ink.emphasis {
    case .plain: break
    case .bold: style.attributes.insert(.bold)
    case .underline: style.attributes.insert(.underline)
    }
    let pen = Pen(
      attributes: UInt32(style.attributes.rawValue), pair: pairs.number(for: style))
    pens[ink] = pen
    return pen
  }

  private func signals() -> (changes: [TerminalEvent], ends: [TerminalEvent]) {
    let signals = Int(cn_take_signals())
    var events: [TerminalEvent] = []
    if signals & CN_STOP != 0 {
      stopUntilContinued()
      events.append(.continued)
    } else if signals & CN_CONTINUED != 0 {
      // Stopped from outside: the shell has set its own mode meanwhile.
      resume()
      events.append(.continued)
    }
    if signals & CN_RESIZED != 0 {
      cn_resize()
      measure()
      shown = nil
      events.append(.resized(size))
    }
    let causes: [(Int, QuitCause)] = [
      (CN_HANGUP, .hangup), (CN_TERMINATED, .terminated), (CN_INTERRUPTED, .interrupted),
      (CN_QUIT, .quit),
    ]
    return (events, causes.filter { signals & $0.0 != 0 }.map { .quit($0.1) })
  }

  /// The keys that the next byte or code completes; `nil` if nothing waits.
  private func nextKeys() -> [Key]? {
    // Not asked for each byte of a paste, which may be long.
    let isAlone = !decoder.isInsidePaste && cn_input_count() == 1
    var value: UInt32 = 0
    switch Int(cn_next(&value)) {
    case CN_BYTE:
      return scalars.take(UInt8(value)).flatMap {
        isAlone && $0 == "\u{1B}" ? decoder.takeLoneEscape() : decoder.take($0)
      }
    case CN_CODE: return Key(code: Int(value)).map { decoder.take($0) } ?? []
    default: return nil
    }
  }
}
