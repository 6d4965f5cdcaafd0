package import ClientCatalogs
package import ClientModel

/// The state of a list over the panels: its identity, filter and cursor.
package struct ListModel: Sendable {
  package private(set) var source: ListID
  package private(set) var filter = TextBuffer()
  package private(set) var isTyping: Bool
  package private(set) var list = ScrolledList()
  private var cutText = ""

  /// Creates a list. If rows are chosen by typing, the text cursor starts in the filter.
  init(_ place: ListID, _ manner: ListInteraction, height: Int) {
    self.source = place
    isTyping = manner == .typed
    list.resize(height: height, among: 0)
  }

  package var isHelp: Bool { source == ListID(\.help) }

  /// Whether the list has the choices for a field.
  package var isOfChoices: Bool { source == ListID(\.choices) }

  /// The lists that are shown as tabs in one frame. This list is included. Empty if the list has no
  /// tabs.
  package var tabs: [ListID] { ListID.browser.contains(source) ? ListID.browser : [] }

  /// Returns the tab that is `step` tabs to the right. Returns nil if the list has no tabs.
  func tab(_ step: Int) -> ListID? {
    guard let index = tabs.firstIndex(of: source) else { return nil }
    return tabs[(index + step + tabs.count) % tabs.count]
  }

  package mutating func startTyping() { isTyping = true }
  package mutating func stopTyping() { isTyping = false }

  package mutating func insert(_ text: String) {
    filter.insert(text)
    list = restarted
  }

  mutating func type(_ text: String) {
    filter.type(text)
    list = restarted
  }

  package mutating func type(_ command: TypingCommand) {
    let before = filter.text
    _ = filter.perform(command, killed: &cutText)
    if filter.text != before { list = restarted }
  }

  mutating func show(_ place: ListID) {
    self.source = place
    filter = TextBuffer()
    list = restarted
  }

  package mutating func move(_ command: MoveCommand, among count: Int) {
    let target = command.destination(from: list.selected, count: count, page: list.height)
    list.move(.to(target), among: count)
  }

  package mutating func select(_ row: Int, among count: Int) { list.move(.to(row), among: count) }
  package mutating func scroll(by rows: Int, among count: Int) {
    list.scroll(by: rows, among: count)
  }
  package mutating func resize(height: Int, among count: Int) {
    list.resize(height: height, among: count)
  }

  private var restarted: ScrolledList {
    var fresh = ScrolledList()
    fresh.resize(height: list.height, among: 0)
    return fresh
  }
}

/// A row of a list over the panels.
package struct ListRow: Hashable, Sendable {
  /// The value of a row. It determines the effect of choosing the row.
  package enum Value: Hashable, Sendable {
    case command(Command)
    /// Several similar commands in one help row. Choosing the row does nothing.
    case series([Command])
    case request(String)
    /// An open request, identified by the index of its tab.
    case openRequest(Int)
    /// A graph of the workspace. Choosing the row adds the graph to the queue.
    case graph(String)
    /// A folder of saved requests.
    case folder(String, Fold)
    /// A catalog or a row below it. The fold is nil for a row without child rows.
    case catalog(CatalogNode, Fold?)
    case endpoint(EndpointName)
    /// An item of one feature. Only the list of this feature knows the type of the item.
    case item(ListItem)
    case method(String)
    case choice(ComposerField, String)
    /// An option of a form field, identified by its index.
    case formOption(FieldID, Int)
    /// Typed text for a form field. The text is not one of the field's options.
    case formText(FieldID, String)
    case heading

    init(_ item: some Hashable & Sendable) { self = .item(ListItem(value: item)) }
  }

  package enum Fold: Hashable, Sendable { case open, closed }

  package let value: Value
  /// The text of a row without cells. Filters search the title and the detail.
  package let title: String
  package var detail = ""
  /// Whether the row is the current choice.
  package var isCurrent = false
  /// Whether the user marked the row.
  package var isMarked = false
  /// Whether the row has just changed.
  package var isFlashing = false
  /// The method of a saved request.
  package var method: String?
  /// The last job that sent a saved request. Nil if no job is known.
  package var last: Job?
  /// The cells of a table row. Empty for a row with title and detail.
  package var cells: [ListCell] = []

  /// Whether the row can be chosen. Headings and rows with child rows cannot be chosen.
  var isChoice: Bool {
    switch value {
    case .heading, .folder, .catalog: false
    default: true
    }
  }

  /// Returns the item of the row. Returns nil if the row has no item of this type.
  func item<Item>(_ type: Item.Type = Item.self) -> Item? {
    if case .item(let item) = value { item.value as? Item } else { nil }
  }

  /// The fold state of a row with child rows. Nil for every other row.
  package var fold: Fold? {
    switch value {
    case .folder(_, let fold): fold
    case .catalog(_, let fold): fold
    default: nil
    }
  }
}

/// The value of a row that only a single feature knows.
package struct ListItem: Hashable, Sendable {
  let value: any Hashable & Sendable

  package static func == (one: Self, other: Self) -> Bool {
    AnyHashable(one.value) == AnyHashable(other.value)
  }
  package func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
