/// A line between panels that the user can move.
package enum PanelSplit: String, CaseIterable, Hashable, Sendable {
  /// Between the sidebar and the composer.
  case sidebar
  /// Between the composer with the queue and the response.
  case response
  /// Between the composer and the queue.
  case queue
}

/// Where the user put the lines between the panels, for each size of the screen.
package struct PanelSplits: Hashable, Sendable {
  /// The columns or rows before a line.
  package typealias Places = [PanelSplit: Int]

  /// Sizes that are remembered; the oldest is dropped.
  private static let limit = 50

  private var places: [(size: String, places: Places)] = []

  package init() {}

  package init(_ text: String) {
    for line in text.split(separator: "\n").prefix(Self.limit) {
      let words = line.split(separator: " ")
      guard let size = words.first else { continue }
      var found: Places = [:]
      for word in words.dropFirst() {
        let parts = word.split(separator: "=")
        guard parts.count == 2, let split = PanelSplit(rawValue: String(parts[0])),
          let place = Int(parts[1])
        else { continue }
        found[split] = place
      }
      places.append((String(size), found))
    }
  }

  /// A line for each size: `140x36 sidebar=30 response=52`.
  package var text: String {
    places.map { size, places in
      let words = PanelSplit.allCases.compactMap { split in
        places[split].map { " \(split.rawValue)=\($0)" }
      }
      return size + words.joined() + "\n"
    }.joined()
  }

  package subscript(size: String) -> Places {
    get { places.first { $0.size == size }?.places ?? [:] }
    set {
      places.removeAll { $0.size == size }
      if !newValue.isEmpty { places.append((size, newValue)) }
      if places.count > Self.limit { places.removeFirst() }
    }
  }

  package static func == (one: Self, other: Self) -> Bool { one.text == other.text }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
