/// A line between two panels that the user can move.
package enum PanelSplit: String, CaseIterable, Hashable, Sendable {
  /// The line between the sidebar and the composer.
  case sidebar
  /// The line beside the response. The composer and the queue are on the opposite side.
  case response
  /// The line between the composer and the queue.
  case queue
}

/// The positions of the lines between panels, stored for each screen size.
package struct PanelSplits: Hashable, Sendable {
  /// The positions of lines: the number of columns or rows before each line.
  package typealias Positions = [PanelSplit: Int]

  private struct Entry: Hashable, Sendable {
    let size: ScreenSize
    let places: Positions
  }

  /// The maximum number of stored screen sizes. The oldest size is deleted first.
  private static let limit = 50

  private var entries: [Entry] = []

  package init() {}

  /// Parses a text in the format of the property `text`. Invalid entries are skipped.
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

  /// The entries as text, one line for each screen size: `140x36 sidebar=30 response=52`.
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
