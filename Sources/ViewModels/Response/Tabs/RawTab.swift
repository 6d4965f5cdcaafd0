import ClientModel
import ReadingValues

/// The Raw tab: the body by lines or bytes.
package struct RawTab: Equatable, Sendable {
  /// How JSON is shown.
  package enum Layout: Hashable, Sendable {
    case pretty
    case asItCame
  }

  package private(set) var layout = Layout.pretty

  var view: DocumentView { layout == .pretty ? .pretty : .raw }

  mutating func turn() { layout = layout == .pretty ? .asItCame : .pretty }

  /// Why a command does nothing here; nil when it does something.
  func obstacle(to command: ResponseCommand, _ reading: BodyReading) -> Notice? {
    switch command {
    case .toggle:
      reading.facts?.canBeLaidOut == true
        ? nil : .cannot("Shown as it came.", "Only JSON up to 4 MiB is laid out.")
    case .copyValue, .open, .close: reading.source == nil ? BodyReading.missing : nil
    default: ResponseTab.raw.lacksTree
    }
  }
}
