import CNcurses
package import Terminal

/// The real terminal, controlled by ncurses. Only one exists at a time, on the UI thread.
///
/// Life cycle: created (with the alternate screen) → optionally suspended and resumed → `close()`.
/// The terminal is also closed at `exit` and, by a C handler, at fatal signals.
package final class NcursesTerminal {
  /// The size as measured at the start, after a resize and after `resume`.
  package private(set) var size = Size(width: 0, height: 0)
  package let colorDepth: ColorDepth
  /// Whether `askBackground` can request the background colour of this terminal.
  package let reportsBackground: Bool
  /// The Alt keys that are currently bound.
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
  /// The cached pens for the inks of the current palette.
  private var pens: [Ink: Pen] = [:]
  private var scalars = ScalarAssembler()
  private var decoder = KeyDecoder()
  private var shown: Frame?
  private var shownPalette: Palette?
  /// The current palette, limited to the capabilities of this terminal.
  private var fitted = Palette.plain
  private var hasTitle = false
  /// A function that calls its argument while no write is in progress. The argument stops the
  /// process.
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

  /// Restores the terminal to its state before the start. A second call has no effect.
  ///
  /// - Parameter timeout: The maximum time to wait for an incomplete report of the background,
  ///   which the shell would otherwise read as typed text.
  package func close(timeout: Duration = .zero) {
    while decoder.expectsBackground, timeout > .zero, cn_more_input(timeout.pollTimeout),
      !nextEvents(timeout: timeout).isEmpty
    {}
    // XTWINOPS 23 restores the title that XTWINOPS 22 saved.
    if hasTitle { write("\u{1B}[23;2t") }
    hasTitle = false
    cn_close()
  }

  /// Restores the terminal mode for a process that ends without `close()`. Has no effect if no
  /// terminal is open.
  package static func restore() { cn_close() }

  /// Shows `frame`. Writes only the changes since the last frame, and flushes the output once.
  package func present(_ frame: Frame, with palette: Palette) {
    if palette != shownPalette {
      shown = nil
      pens = [:]
      shownPalette = palette
      fitted = palette.fitted(to: colorDepth, showing: attributes(for: palette))
    }
    write(frame)
    if pairs.isShort {
      // A picture needs a pair for nearly every cell, so a few pictures use all pairs. In this
      // case, the frame is written again with only the pairs that it needs.
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

  /// Returns the attributes that this terminal can show with the palette. Some terminals cannot
  /// combine certain attributes with colours.
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

  /// Handles pending signals and input. Returns their events, oldest first. Does not wait for new
  /// input.
  ///
  /// - Parameter timeout: The maximum time to wait for the end of a background report. For the end
  ///   of a key, the maximum time is `ESCDELAY`.
  package func nextEvents(timeout: Duration = .zero) -> [TerminalEvent] {
    let signals = signals()
    var events = signals.changes
    // Ncurses updates its size only after the signals are handled.
    if events.contains(where: { if case .resized = $0 { true } else { false } }) { shown = nil }
    // The loop also ends if the terminal reports more input but does not deliver any.
    var brought = true
    while brought {
      brought = false
      while let keys = nextKeys() {
        brought = true
        events += keys.map { .key($0) }
      }
      // Ncurses has already waited for the bytes after an escape.
      let key = decoder.isAfterEscape ? .zero : Duration.milliseconds(cn_escape_delay())
      let rest = decoder.expectsBackground ? max(timeout, key) : key
      guard decoder.isInsideSequence || scalars.isInsideCharacter,
        cn_more_input(rest.pollTimeout)
      else { break }
    }
    let cutOff = scalars.settle().flatMap { decoder.take($0) }
    events += (cutOff + decoder.settle()).map { .key($0) }
    if let color = decoder.takeBackground() { events.append(.background(color)) }
    // The user typed these keys before the signal that ends the program.
    return events + signals.ends
  }

  /// Requests the background colour of the terminal. A later event contains the report, which some
  /// terminals never send.
  package func askBackground() {
    decoder.expectBackground()
    write("\u{1B}]11;?\u{1B}\\")
  }

  /// Makes the next frame write every cell.
  package func redrawAll() {
    shown = nil
    cn_redraw()
  }

  /// Releases the terminal for another program, such as an editor, and restores the terminal mode
  /// of the user's shell.
  package func suspend() { cn_suspend() }

  /// Takes the terminal back after `suspend`.
  package func resume() {
    cn_resume()
    measure()
    shown = nil
  }

  /// Stops the program like Ctrl+Z. Returns when the program continues.
  package func stopUntilContinued() {
    aroundStop { cn_stop() }
    measure()
    shown = nil
  }

  package func ring() { cn_bell() }

  /// Sets the title of the window.
  package func setTitle(_ title: SafeText) {
    // XTWINOPS 22 saves the title in terminals that support it.
    if !hasTitle { write("\u{1B}[22;2t") }
    hasTitle = true
    write("\u{1B}]2;\(title.string)\u{7}")
  }

  /// Copies `text` to the clipboard of the user's terminal.
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

  /// Draws a cell.
  ///
  /// If libc and Weir disagree about the width of a scalar, U+FFFD replaces the scalar, because
  /// ncurses would shift the cells after it.
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
      // Another program stopped the process, and the shell has set its own terminal mode since.
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

  /// Reads the next byte or key code. Returns the keys that are now complete, or nil if there is no
  /// input.
  private func nextKeys() -> [Key]? {
    // A paste may be long, so the number of input bytes is not checked for each of its bytes.
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

/// The description and the properties of the terminal, chosen from the environment.
struct TerminalKind: Equatable {
  let name: String
  /// The maximum colour depth, which overrides the terminal description, or nil for no limit.
  let limit: ColorDepth?
  /// Whether this kind of terminal reports its background. Other terminals print the query or
  /// ignore it.
  let reportsBackground: Bool

  /// Chooses a description based on `TERM`, `COLORTERM`, `TMUX` and `NO_COLOR`.
  ///
  /// Ncurses supports true colour only with the `-direct` descriptions of the package ncurses-term,
  /// which may be missing, so `isKnown` checks each name. Programs that Weir starts get the
  /// original `TERM`.
  init(environment: [String: String], isKnown: (String) -> Bool) {
    let term = environment["TERM", default: ""]
    let saysNoColor = !environment["NO_COLOR", default: ""].isEmpty
    limit = saysNoColor ? ColorDepth.none : nil
    let family = String(term.prefix { $0 != "-" })
    let isSilent = Self.silentFamilies.contains(family) || family.starts(with: /vt[0-9]/)
    reportsBackground = !saysNoColor && !term.isEmpty && !isSilent
    let hasTrueColor = ["truecolor", "24bit"].contains(environment["COLORTERM"])
    guard hasTrueColor, !saysNoColor, !term.isEmpty, !term.hasSuffix("-direct") else {
      name = term
      return
    }
    let isInTmux = family == "tmux" || (family == "screen" && environment["TMUX"] != nil)
    let candidates =
      isInTmux ? ["tmux-direct"] : family == "screen" ? [] : ["\(family)-direct", "xterm-direct"]
    // The name of an unknown terminal is kept for the error message.
    name = isKnown(term) ? candidates.first(where: isKnown) ?? term : term
  }

  private static let silentFamilies: Set<String> = [
    "dumb", "unknown", "linux", "ansi", "cons25", "cygwin", "sun",
  ]
}

/// The colour pairs of a terminal. A pair is created on first use. The terminal limits the number
/// of pairs.
struct ColorPairs {
  private struct Pair: Hashable {
    let foreground: Int32
    let background: Int32
  }

  let depth: ColorDepth
  private let capacity: Int
  private let define: (Int32, Int32, Int32) -> Bool
  private var numbers: [Pair: Int32] = [:]

  /// Creates a table of at most `capacity` pairs. `define` registers a new pair.
  init(depth: ColorDepth, capacity: Int, define: @escaping (Int32, Int32, Int32) -> Bool) {
    self.depth = depth
    self.capacity = capacity
    self.define = define
  }

  /// Whether the table was full when a pair was requested.
  private(set) var isShort = false

  /// Removes all pairs. The full screen must be redrawn.
  mutating func clear() { (numbers, isShort) = ([:], false) }

  /// Returns the number of the pair for `style`. The pair is defined on first use.
  ///
  /// Returns 0, the pair of the default colours, if no pair is left or no colours are used.
  mutating func number(for style: Style) -> Int32 {
    guard depth != .none else { return 0 }
    let pair = Pair(
      foreground: depth.number(of: style.foreground), background: depth.number(of: style.background)
    )
    if pair == Pair(foreground: -1, background: -1) { return 0 }
    if let number = numbers[pair] { return number }
    let number = Int32(numbers.count + 1)
    guard number < capacity, define(number, pair.foreground, pair.background) else {
      isShort = true
      return 0
    }
    numbers[pair] = number
    return number
  }
}
