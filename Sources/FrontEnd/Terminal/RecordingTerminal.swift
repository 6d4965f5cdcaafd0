/// A terminal without a screen: keeps the frames it is shown and gives out the events it was told.
package final class RecordingTerminal: TerminalDevice {
  package private(set) var size: Size
  package let colorDepth: ColorDepth
  package var mouse = MouseMode.reported
  /// The frames shown, oldest first.
  package private(set) var frames: [Frame] = []
  package private(set) var copied: [String] = []
  package private(set) var titles: [SafeText] = []
  package private(set) var bells = 0
  package private(set) var isSuspended = false
  package private(set) var stops = 0
  private var events: [TerminalEvent] = []

  /// A terminal of `size`.
  package init(size: Size, colorDepth: ColorDepth = .trueColor) {
    self.size = size
    self.colorDepth = colorDepth
  }

  /// The frame on the screen.
  package var shown: Frame? { frames.last }

  /// Lets `keys` happen next.
  package func press(_ keys: Key...) { events += keys.map { .key($0) } }

  /// Changes the size, as a window's edge does when it is dragged.
  package func resize(to size: Size) {
    self.size = size
    events.append(.resized(size))
  }

  /// Lets `event` happen next.
  package func happen(_ event: TerminalEvent) { events.append(event) }

  package func present(_ frame: Frame, with palette: Palette) {
    precondition(!isSuspended, "A frame was shown while another program had the terminal.")
    frames.append(frame)
  }

  package func nextEvents() -> [TerminalEvent] {
    defer { events = [] }
    return events
  }

  package func redrawAll() {}
  package func suspend() { isSuspended = true }
  package func resume() { isSuspended = false }

  package func stopUntilContinued() {
    stops += 1
    events.append(.continued)
  }

  package func ring() { bells += 1 }
  package func setTitle(_ title: SafeText) { titles.append(title) }

  package func copy(_ text: String) throws(ClipboardError) {
    _ = try Clipboard.sequence(for: text)
    copied.append(text)
  }
}
