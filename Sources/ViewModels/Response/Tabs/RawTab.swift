import ClientModel
import ReadingValues

/// The Raw tab: the body as lines of text or as bytes.
package struct RawTab: Equatable, Sendable {
  /// The layout of JSON.
  package enum Layout: Hashable, Sendable {
    case pretty
    case asItCame
  }

  /// The display of lines that are wider than the panel.
  package enum LongLines: Hashable, Sendable { case scrolled, wrapped }

  package private(set) var layout = Layout.pretty
  package private(set) var longLines = LongLines.scrolled
  /// The number of columns at which lines wrap.
  private var columns = 80

  var view: DocumentView { layout == .pretty ? .pretty : .raw }

  /// The wrapping of the lines. Nil if they scroll sideways.
  var wrap: TextWrap? {
    longLines == .wrapped ? TextWrap(of: view, columns: columns) : nil
  }

  mutating func turnLongLines() { longLines = longLines == .scrolled ? .wrapped : .scrolled }

  mutating func resize(columns: Int) { self.columns = columns }

  mutating func turn() { layout = layout == .pretty ? .asItCame : .pretty }

  /// Returns the reason why a command cannot act here. Returns nil if it can.
  func obstacle(to command: ResponseCommand, _ reading: BodyReading) -> Notice? {
    switch command {
    case .toggle:
      reading.facts?.canBeLaidOut == true
        ? nil : .cannot("The body is shown as received.", "Only JSON up to 4 MiB is indented.")
    case .copyValue, .open, .close, .wrapLines: reading.source == nil ? BodyReading.missing : nil
    default: ResponseTab.raw.lacksTree
    }
  }
}
