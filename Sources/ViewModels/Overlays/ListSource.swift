import ClientDocuments
import ClientModel
import ReadingValues

/// A list over the panels: its rows, commands and hints. The list owns its content and returns
/// effects. The cursor and the filter belong to the `ListModel` that shows the list.
protocol ListSource: Sendable {
  /// The commands of the feature, in the order of the help.
  static var commands: [FeatureCommand] { get }
  /// The page of the manual about the list.
  static var manual: ManualSubject { get }

  var title: String { get }
  var interaction: ListInteraction { get }

  /// Returns the rows that match the filter.
  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow]
  /// The texts in place of the rows: if there are no rows at all, and if none match the filter.
  var emptyText: String { get }
  var noMatchText: String { get }
  /// Returns the commands for the hint bar, most important first.
  func hints(on row: ListRow?) -> [ListCommand]
  /// Returns the hint of a command with a special effect in this list, or nil for the usual hint.
  func hint(of command: ListCommand, on row: ListRow?) -> String?

  /// Handles the opening of the list, including as a tab.
  mutating func begin() -> [Effect]
  mutating func choose(_ row: ListRow) -> [Effect]
  /// Performs a command.
  ///
  /// - Parameter row: The selected row, or nil for a command that creates a row.
  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
}

/// A list that groups its rows in folders. The left and right keys close and open a folder.
protocol FoldingListSource: ListSource {
  mutating func fold(_ step: FolderStep, in list: inout ListModel, _ rows: [ListRow])
}

/// A list that reacts to the filter and the cursor, for example by loading rows.
protocol FollowingListSource: ListSource {
  /// Handles the filter and the cursor after each key.
  mutating func follow(_ list: ListModel) -> [Effect]
}

/// A list that ends an operation when it is closed.
protocol ClosableListSource: ListSource {
  /// Cancels a long operation. Returns nil if no operation is running; the list then closes.
  mutating func interrupt() -> [Effect]?
  /// Handles the closing of the list.
  mutating func leave() -> [Effect]
}

/// A list that controls its cursor when it opens and when its rows change.
protocol CursorListSource: ListSource {
  /// Returns the initial row of the cursor, or nil if no row can be chosen.
  func first(of rows: [ListRow]) -> Int?
  mutating func cursor(_ row: Int, among before: [ListRow], now after: [ListRow]) -> Int
}

/// A list with a line above its rows.
protocol CaptionedListSource: ListSource {
  func caption(of row: ListRow) -> String?
}

/// The way in which a list is used.
enum ListInteraction {
  /// The cursor chooses a row. A filter is typed on request.
  case browsed
  /// Typed text chooses a row. Leaving the text closes the list.
  case typed
}

/// The state of other models that lists show.
struct ListFacts {
  let composer: ComposerModel
  let tabs: [RequestTab]
  let currentTab: Int
  /// The kind of the body in the response panel.
  let bodyKind: BodyKind?
  /// The graph that is being assembled.
  var graph = GraphDraft()
  /// The names of the saved requests.
  var savedRequests: [String] = []

  /// Returns the facts with the current content of lists that other lists show.
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

/// A step in the folders of saved requests or in the tree of catalogs.
enum FolderStep {
  case toggle
  /// Opens a closed folder. In an open folder, moves to its first row.
  case open
  /// Closes an open folder. On any other row, moves to the parent folder.
  case close
}

extension [ListRow] {
  /// The initial row of the cursor: the current choice, or else the first row that can be chosen,
  /// or nil.
  var firstChoice: Int? { firstIndex(where: \.isCurrent) ?? firstIndex(where: \.isChoice) }

  /// Returns the matching rows, best match first, or all rows in their order if the text is empty.
  func matching(_ text: String) -> [ListRow] {
    guard !text.isEmpty else { return self }
    let words = text.lowercased().words(at: " ")
    let holding = filter { row in
      row.value != .heading
        && words.allSatisfy { word in
          [row.title, row.detail].contains { $0.lowercased().contains(bytes: String(word)) }
        }
    }
    // Matches of scattered letters are a guess, used only if no row contains the text as typed.
    guard holding.isEmpty else {
      return holding.ranked { FuzzyMatch.score($0.title, text) ?? Int.min }
    }
    return ranked { row in
      guard row.value != .heading else { return nil }
      return [
        FuzzyMatch.score(row.title, text), FuzzyMatch.score(row.detail, text).map { $0 - 20 },
      ].compactMap { $0 }.max()
    }
  }

  /// Returns the rows that have a score, highest first; equal scores stay in their order.
  private func ranked(by score: (ListRow) -> Int?) -> [ListRow] {
    enumerated().compactMap { index, row in score(row).map { (row, $0, index) } }
      .sorted { ($0.1, -$0.2) > ($1.1, -$1.2) }.map(\.0)
  }
}
