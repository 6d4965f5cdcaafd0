import ClientModel

/// The shared values that are listed, which of them are watched, and which changed just now.
package struct SharedValuesModel: Sendable {
  /// How long a watched key that changed stands out.
  private static let flash = Duration.seconds(3)
  private static let mostLines = 10_000

  var entries: [ListedValue] = []
  var watched: Set<SharedKey> = []
  /// Until when; nil until the clock is known.
  private var flashes: [SharedKey: Timestamp?] = [:]
  /// The value that is looked at, and the one that an editor was given.
  private(set) var shown: (key: SharedKey, text: String)?
  var edited: String?
  /// A key that was just written: it is chosen once the list shows it.
  var written: SharedKey?

  /// True while a row stands out: the screen must be drawn again when it no longer does.
  package var isFlashing: Bool { !flashes.isEmpty }
  func isFlashing(_ key: SharedKey) -> Bool { flashes[key] != nil }

  func entry(_ key: SharedKey) -> ListedValue? { entries.first { $0.facts.key == key } }

  mutating func begin(flash key: SharedKey) { flashes[key] = Timestamp?.none }

  mutating func turn(_ now: Timestamp) {
    flashes = flashes.mapValues { $0 ?? now.advanced(by: Self.flash) }
      .filter { $0.value.map { $0 > now } ?? true }
  }

  mutating func show(_ text: String, of key: SharedKey) { shown = (key, text) }

  /// A value is in memory here only while it is looked at.
  mutating func hide() { shown = nil }

  var lines: [String] {
    shown?.text.pieces(at: "\n").prefix(Self.mostLines)
      .map(String.init) ?? []
  }
}
