/// A line between panels that the user can move.
package enum PanelSplit: String, CaseIterable, Hashable, Sendable {
  /// Between the sidebar and the composer.
  case sidebar
  /// Between the response on one side, and the composer and the queue on the other.
  case response
  /// Between the composer and the queue.
  case queue
}

/// The positions of the lines between the panels, for each size of the screen.
package struct PanelSplits: Hashable, Sendable {
  /// The number of columns or rows before each line.
  package typealias Positions = [PanelSplit: Int]

  private struct Entry: Hashable, Sendable {
    let size: ScreenSize
    let places: Positions
  }

  /// The maximum number of stored sizes. If there are more, the oldest is deleted.
  private static let limit = 50

  /// The entries, oldest first.
  private var entries: [Entry] = []

  package init() {}

  /// Parses text in the format of the property `text`. Skips invalid entries.
  package init(_ text: String) {
    for line in text.split(separator: "\n").prefix(Self.limit) {
      let words = line.split(separator: " ")
      guard let size = words.first.flatMap(ScreenSize.init) else { continue }
      var places: Positions = [:]
      for word in words.dropFirst() {
        let parts = word.split(separator: "=")
        guard parts.count == 2, let split = PanelSplit(rawValue: String(parts[0])),
          let place = Int(parts[1])
        else { continue }
        places[split] = place
      }
      entries.append(Entry(size: size, places: places))
    }
  }

  /// The entries as text, one line for each size: `140x36 sidebar=30 response=52`.
  package var text: String {
    entries.map { entry in
      let words = PanelSplit.allCases.compactMap { split in
        entry.places[split].map { " \(split.rawValue)=\($0)" }
      }
      return entry.size.text + words.joined() + "\n"
    }.joined()
  }

  package subscript(size: ScreenSize) -> Positions {
    get { entries.first { $0.size == size }?.places ?? [:] }
    set {
      entries.removeAll { $0.size == size }
      if !newValue.isEmpty { entries.append(Entry(size: size, places: newValue)) }
      if entries.count > Self.limit { entries.removeFirst() }
    }
  }
}
