package import ClientCatalogs
package import ClientModel

/// A list over the panels: what it lists, the filter, and where the cursor is.
package struct ListModel: Sendable {
  package enum Kind: Hashable, Sendable {
    case palette, requests, catalogs, history, environments, gateways, cookies, cache, themes,
      methods, log
    case shared
    /// The lines of one shared value.
    case sharedValue(SharedKey)
    /// One gateway's fields.
    case gatewayForm(String)
    /// The options of a field of the form, and the field's label.
    case formOptions(FieldID, String)
    /// The words a field of the composer is chosen from.
    case choices(ComposerField)
    /// The commands of these contexts.
    case help([Context])
  }

  package private(set) var kind: Kind
  package private(set) var filter = TextBuffer()
  package private(set) var isTyping: Bool
  package private(set) var list = ScrolledList()
  private var killed = ""

  /// Palette and methods open ready to type in, other lists to walk in.
  package init(_ kind: Kind, height: Int) {
    self.kind = kind
    isTyping = false
    isTyping = typesAtOnce
    list.resize(height: height, among: 0)
  }

  /// Lists in which typing is the way to choose: leaving the text closes them.
  package var typesAtOnce: Bool {
    switch kind {
    case .palette, .methods, .formOptions: true
    default: false
    }
  }

  package var title: String {
    switch kind {
    case .palette: "Commands"
    case .requests: "Requests"
    case .catalogs: "Catalogs"
    case .history: "History"
    case .environments: "Environments"
    case .gateways: "Gateways"
    case .gatewayForm(let name): "Gateway \(name)"
    case .cookies: "Cookies"
    case .cache: "Cache"
    case .shared: "Shared values"
    case .sharedValue(let key): "Shared value \(key)"
    case .themes: "Themes"
    case .methods: "Method"
    case .formOptions(_, let label): label
    case .choices(.bodyKind): "Kind of body"
    case .choices(.gateway): "Gateway"
    case .choices(.authorizationKind): "Kind of credentials"
    case .choices(.option(let option)): option.label
    case .choices: "Choose"
    case .log: "Event log"
    case .help: "Help"
    }
  }

  package var isHelp: Bool { if case .help = kind { true } else { false } }

  /// The tabs it shares a frame with.
  package var tabs: [Kind] {
    let browser: [Kind] = [.requests, .catalogs, .history]
    return browser.contains(kind) ? browser : []
  }

  /// The tab that stands so many places on; nil for a list without tabs.
  func tab(_ step: Int) -> Kind? {
    guard let place = tabs.firstIndex(of: kind) else { return nil }
    return tabs[(place + step + tabs.count) % tabs.count]
  }

  /// Rows stand below others in it, and left and right walk them.
  var folds: Bool { kind == .requests || kind == .catalogs }

  package mutating func startTyping() { isTyping = true }
  package mutating func stopTyping() { isTyping = false }

  package mutating func insert(_ text: String) {
    filter.insert(text)
    list = restarted
  }

  package mutating func type(_ command: TypingCommand) {
    let before = filter.text
    _ = filter.perform(command, killed: &killed)
    if filter.text != before { list = restarted }
  }

  package mutating func show(_ kind: Kind) {
    self.kind = kind
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

/// One row of a list over the panels.
package struct ListRow: Hashable, Sendable {
  /// What choosing the row means.
  package enum Value: Hashable, Sendable {
    case command(Command)
    /// Commands of one kind in one row of the help; choosing it does nothing.
    case series([Command])
    case request(String)
    /// A graph of the workspace; choosing it queues it.
    case graph(String)
    /// A folder of saved requests.
    case folder(String, Fold)
    /// A catalog or what stands below it; without a fold there is nothing below it yet.
    case catalog(CatalogNode, Fold?)
    case endpoint(EndpointName)
    case catalogProblem(CatalogProblem)
    case exchange(AttemptID)
    case environment(String?)
    case cookie(Cookie)
    case cached(CachedAnswer)
    case gateway(String)
    case shared(SharedKey)
    /// A line of a value, by its number.
    case line(Int)
    case gatewayField(String, GatewayField)
    case gatewayFile(String)
    case theme(String)
    case method(String)
    case choice(ComposerField, String)
    /// An option of a field of the form, by its place.
    case formOption(FieldID, Int)
    /// A text for a field of the form that is none of its options.
    case formText(FieldID, String)
    case notice(Notice)
    case logged(LoggedEvent)
    case heading
  }

  package enum Fold: Hashable, Sendable { case open, closed }

  package let value: Value
  package let title: String
  package var detail = ""
  /// True for what is in force now.
  package var isCurrent = false
  /// True for what changed just now.
  package var isFlashing = false

  /// Whether the title is a URL, whose end tells the row from others of the same host.
  package var isAddress: Bool {
    switch value {
    case .exchange, .cached: true
    default: false
    }
  }

  /// Whether what stands below the row shows; nil for a row without.
  package var fold: Fold? {
    switch value {
    case .folder(_, let fold): fold
    case .catalog(_, let fold): fold
    default: nil
    }
  }
}
