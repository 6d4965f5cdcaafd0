import ClientDocuments
import ClientModel
import ReadingValues

/// The content of a list over the panels: its rows, commands and hints.
///
/// The list owns its content and returns effects. The cursor and the filter belong to the
/// `ListModel` that shows the list.
protocol ListSource: Sendable {
  /// The commands of the feature, in help order.
  static var commands: [FeatureCommand] { get }
  /// The page of the manual that describes the list.
  static var manual: ManualSubject { get }

  var title: String { get }
  var interaction: ListInteraction { get }

  /// Returns the rows that match the filter.
  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow]
  /// The text shown if the list has no rows. If the filter matches no row, `noMatchText` is shown.
  var emptyText: String { get }
  var noMatchText: String { get }
  /// Whether more rows that match the filter may arrive.
  var isSearching: Bool { get }
  /// Returns the commands for the hint bar, most important first.
  func hints(on row: ListRow?) -> [ListCommand]
  /// Returns the hint of a command that acts differently in this list. Returns nil if the usual
  /// hint applies.
  func hint(of command: ListCommand, on row: ListRow?) -> String?

  /// Handles the opening of the list. Also called when the list opens as a tab.
  mutating func begin() -> [Effect]
  mutating func choose(_ row: ListRow) -> [Effect]
  /// Performs a command.
  ///
  /// - Parameter row: The selected row. Nil for the command that creates a row.
  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
}

/// A list with rows in folders. The left key closes a folder, and the right key opens it.
protocol FoldingListSource: ListSource {
  mutating func fold(_ step: FolderStep, in list: inout ListModel, _ rows: [ListRow])
}

/// A list that reacts to the filter and the cursor, for example by loading rows.
protocol FollowingListSource: ListSource {
  /// Reacts to the filter and the cursor. It is called after each key, even if they did not change.
  mutating func follow(_ list: ListModel) -> [Effect]
}

/// A list that ends an operation when it is closed.
protocol ClosableListSource: ListSource {
  /// Cancels a long operation. If none is running, returns nil, and the list closes.
  mutating func interrupt() -> [Effect]?
  /// Handles the closing of the list.
  mutating func leave() -> [Effect]
}

/// A list that sets its cursor when it opens and when its rows change.
protocol CursorListSource: ListSource {
  /// Returns the row that is selected when the list opens. Returns nil if no row can be chosen.
  func first(of rows: [ListRow]) -> Int?
  mutating func cursor(_ row: Int, among before: [ListRow], now after: [ListRow]) -> Int
}

/// A list with a line above its rows.
protocol CaptionedListSource: ListSource {
  func caption(of row: ListRow) -> String?
}

/// A list that describes the selected row below all rows.
protocol DescribedListSource: ListSource {
  func description(of row: ListRow) -> String
}

/// The way in which a user chooses a row.
enum ListInteraction {
  /// The user moves the cursor to a row. A command opens the filter.
  case browsed
  /// The user filters by typing. The key that ends typing closes the list.
  case typed
}

/// The state from which lists create their rows. Models outside the list own this state.
struct ListFacts {
  let composer: ComposerModel
  let tabs: [RequestTab]
  let currentTab: Int
  /// The kind of the body in the response panel.
  let bodyKind: BodyKind?
  /// The tabs of the focused panel.
  var panelTabs: [PanelTab] = []
  /// The graph that the user is assembling.
  var graph = GraphDraft()
  /// The lanes of the queue.
  var lanes = QueueLanes()
  /// The names of the saved requests.
  var savedRequests: [String] = []

  /// Returns the facts with the new graph and the names of the saved requests. Two lists own these
  /// values.
  func with(_ places: ListSources) -> ListFacts {
    var facts = self
    (facts.graph, facts.savedRequests) = (places.graph.draft, places.requests.names)
    return facts
  }
}

extension ListSource {
  static var commands: [FeatureCommand] { [] }
  static var manual: ManualSubject { .keys }
  var interaction: ListInteraction { .browsed }
  var emptyText: String { "Nothing here." }
  var noMatchText: String { "Nothing matches. Shorten the filter." }
  var isSearching: Bool { false }
  func hints(on row: ListRow?) -> [ListCommand] {
    row == nil ? [.close] : [.choose, .filter, .close]
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? { nil }

  mutating func begin() -> [Effect] { [] }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    refuse(command)
  }

  func refuse(_ command: ListCommand) -> [Effect] {
    [.notify(Notice(.info, "That does not apply to this \(command == .new ? "list" : "row")."))]
  }
}

extension CursorListSource {
  func first(of rows: [ListRow]) -> Int? { rows.firstChoice }
  mutating func cursor(_ row: Int, among before: [ListRow], now after: [ListRow]) -> Int { row }
}

/// A movement through a tree of folders or catalogs.
enum FolderStep {
  case toggle
  /// Opens a closed folder. If the folder is open, the cursor moves to its first row.
  case open
  /// Closes an open folder. On any other row, the cursor moves to the parent folder.
  case close
}

extension ListRow {
  /// Returns the sum of the best scores of all words in the title and the detail. Returns nil if a
  /// word does not match.
  fileprivate func score(of words: [FuzzyWord]) -> Int? {
    let (title, detail) = (FuzzyText(title), FuzzyText(detail))
    var total = 0
    for word in words {
      let scores = [
        FuzzyMatch(title, word)?.score, FuzzyMatch(detail, word).map { $0.score - 80 },
      ]
      guard let best = scores.compactMap(\.self).max() else { return nil }
      total += best
    }
    return total
  }
}

extension [ListRow] {
  /// The row that is selected when the list opens. It is the current choice, or the first row that
  /// can be chosen. Nil if there is neither.
  var firstChoice: Int? { firstIndex(where: \.isCurrent) ?? firstIndex(where: \.isChoice) }

  /// Returns the matching rows, best match first. If the text is empty, returns all rows in their
  /// order.
  ///
  /// - Parameter help: Returns the help about a row. It is searched if no row has all words.
  func matching(_ text: String, help: (ListRow) -> String = { _ in "" }) -> [ListRow] {
    guard !text.isEmpty else { return self }
    let words = text.lowercased().words(at: " ").map(String.init)
    func rows(_ texts: (ListRow) -> [String]) -> [ListRow] {
      filter { row in
        let texts = texts(row).map { $0.lowercased() }
        return row.value != .heading
          && words.allSatisfy { word in texts.contains { $0.contains(bytes: word) } }
      }
    }
    let holding = rows { [$0.title, $0.detail] }
    let mentioning = holding.isEmpty ? rows { [help($0)] } : []
    guard mentioning.isEmpty else { return mentioning }
    // Rows that match only by scattered letters are returned only if no row contains all words of
    // the text.
    return (holding.isEmpty ? self : holding).ranked { row in
      row.value == .heading ? nil : row.score(of: FuzzyWord.words(of: text))
    }
  }

  /// Returns the rows that have a score, highest score first. Rows with equal scores stay in their
  /// order.
  private func ranked(by score: (ListRow) -> Int?) -> [ListRow] {
    enumerated().compactMap { index, row in score(row).map { (row, $0, index) } }
      .sorted { ($0.1, -$0.2) > ($1.1, -$1.2) }.map(\.0)
  }
}

/// The lines above and below the rows of a list.
extension Overlays {
  /// Returns whether a list has a line above its rows: its filter or its caption.
  package func hasHead(_ list: ListModel) -> Bool {
    list.isTyping || !list.filter.isEmpty || sources[list.source] is any CaptionedListSource
  }

  /// Returns whether a list describes the selected row below all rows.
  package func isDescribed(_ list: ListModel) -> Bool {
    sources[list.source] is any DescribedListSource
  }

  /// Returns the description of the selected row. Returns nil if the rows have no descriptions or
  /// no row is selected.
  func description(of list: ListModel, _ facts: ListFacts) -> String? {
    guard let place = sources[list.source] as? any DescribedListSource else { return nil }
    return selectedRow(of: list, facts).map(place.description)
  }
}
