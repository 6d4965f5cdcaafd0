import ClientModel
import ReadingValues

/// The Raw tab: the body as lines of text or as bytes.
package struct RawTab: Equatable, Sendable {
  /// The layout of JSON.
  package enum Layout: Hashable, Sendable {
    case pretty
    case asItCame
  }

  package private(set) var layout = Layout.pretty

  var view: DocumentView { layout == .pretty ? .pretty : .raw }

  mutating func turn() { layout = layout == .pretty ? .asItCame : .pretty }

  /// Returns the reason why a command cannot act here. Returns nil if it can.
  func obstacle(to command: ResponseCommand, _ reading: BodyReading) -> Notice? {
    switch command {
    case .toggle:
      reading.facts?.canBeLaidOut == true
        ? nil : .cannot("The body is shown as received.", "Only JSON up to 4 MiB is indented.")
    case .copyValue, .open, .close: reading.source == nil ? BodyReading.missing : nil
    default: ResponseTab.raw.lacksTree
    }
  }
}
