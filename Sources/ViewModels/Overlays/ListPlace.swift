import ClientDocuments
import ClientModel
import ReadingValues

/// A list over the panels: its rows, its commands and its hints. It owns what it lists and returns effects; the
/// cursor and the filter are those of the `ListModel` that shows it.
protocol ListPlace: Sendable {
  var title: String { get }
  var manner: ListManner { get }

  /// The rows that match the filter.
  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow]
  /// What stands in place of the rows when there are none: without a filter, and with one.
  var emptyText: String { get }
  var noMatchText: String { get }
  /// The commands to hint at, the most important first.
  func hints(on row: ListRow?) -> [ListCommand]

  /// The list was opened, or became the tab on show.
  mutating func begin() -> [Effect]
  mutating func choose(_ row: ListRow) -> [Effect]
  /// - Parameter row: The selected row; nil for a command that makes a new one.
  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
}

/// A list whose rows are in folders, which left and right open and close.
protocol FoldingPlace: ListPlace {
  mutating func fold(_ step: FolderStep, in list: inout ListModel, _ rows: [ListRow])
}

/// A list that does something while the user types and moves: it loads its rows, or shows the selected one.
protocol FollowingPlace: ListPlace {
  /// Takes the filter and the cursor after each key.
  mutating func follow(_ list: ListModel) -> [Effect]
}

/// A list that gives something up when it is closed.
protocol ClosingPlace: ListPlace {
  /// Ends what takes long; nil if nothing does, so that the list closes.
  mutating func interrupt() -> [Effect]?
  /// The list was closed.
  mutating func leave() -> [Effect]
}

/// A list that decides where its cursor begins and where it goes when its rows change.
protocol CursorPlace: ListPlace {
  /// The row to begin on; nil for none.
  func first(of rows: [ListRow]) -> Int?
  mutating func cursor(_ row: Int, among before: [ListRow], now after: [ListRow]) -> Int
}

/// A list with a line above its rows.
protocol CaptionedPlace: ListPlace {
  func caption(of row: ListRow) -> String?
}

/// How a list is used.
enum ListManner {
  /// The cursor chooses a row; a filter is typed on request.
  case walked
  /// Typed text chooses a row; leaving the text closes the list.
  case typed
}

/// What lists show of the other models.
struct ListFacts {
  let composer: ComposerModel
  let tabs: [RequestTab]
  let currentTab: Int
  /// How the body on show is read.
  let bodyKind: BodyKind?
  /// The graph that is being assembled.
  var graph = GraphDraft()
}

extension ListPlace {
  var manner: ListManner { .walked }
  var emptyText: String { "Nothing here." }
  var noMatchText: String { "Nothing matches. Shorten the filter." }
  func hints(on row: ListRow?) -> [ListCommand] {
    row == nil ? [.close] : [.choose, .filter, .close]
  }

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

extension CursorPlace {
  func first(of rows: [ListRow]) -> Int? { rows.firstChoice }
  mutating func cursor(_ row: Int, among before: [ListRow], now after: [ListRow]) -> Int { row }
}

/// A step through the folders of saved requests or the tree of catalogs.
enum FolderStep {
  case toggle
  /// Opens a closed folder; of an open one it goes to what is in it.
  case open
  /// Closes an open folder; of anything else it goes to the folder around it.
  case close
}

extension [ListRow] {
  /// The row to begin on; nil if none can be chosen.
  var firstChoice: Int? { firstIndex(where: \.isCurrent) ?? firstIndex(where: \.isChoice) }

  /// The rows that match, the best match first; all in their order where nothing was typed.
  func matching(_ text: String) -> [ListRow] {
    guard !text.isEmpty else { return self }
    let words = text.lowercased().words(at: " ")
    let holding = filter { row in
      row.value != .heading
        && words.allSatisfy { word in
          [row.title, row.detail].contains { $0.lowercased().contains(bytes: String(word)) }
        }
    }
    // Letters that are merely somewhere in a row are a guess, for when nothing is written as typed.
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

  /// The rows that have a score, the highest first, else in their order.
  private func ranked(by score: (ListRow) -> Int?) -> [ListRow] {
    enumerated().compactMap { index, row in score(row).map { (row, $0, index) } }
      .sorted { ($0.1, -$0.2) > ($1.1, -$1.2) }.map(\.0)
  }
}
