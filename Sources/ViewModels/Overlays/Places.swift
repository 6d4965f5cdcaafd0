package import ClientCatalogs
package import ClientModel

/// Every list that can lie over the panels. A new one is a type of its own and one line here.
package struct Places: Sendable {
  var requests = RequestsPlace()
  var openRequests = OpenRequestsPlace()
  var catalogs = CatalogsModel()
  var history = HistoryModel()
  var environments = EnvironmentsPlace()
  var gateways = GatewaysPlace()
  var cookies = CookiesPlace()
  var cache = CachePlace()
  package internal(set) var shared = SharedValuesModel()
  var log = LogPlace()
  var themes = ThemesPlace()
  var palette = PaletteList()
  var help = HelpList()
  var choices = FieldChoices()
  var graph = GraphDraftPlace()
  var graphRequests = GraphRequestsPlace()
  var graphInputs = GraphInputsPlace()

  subscript(list: ListID) -> any ListPlace {
    get { list.read(self) }
    set { list.write(newValue, &self) }
  }
}

/// Names a list by where it stands in `Places`.
package struct ListID: Hashable, Sendable {
  fileprivate let path: PartialKeyPath<Places> & Sendable
  fileprivate let read: @Sendable (Places) -> any ListPlace
  fileprivate let write: @Sendable (any ListPlace, inout Places) -> Void

  init<Place: ListPlace>(_ path: WritableKeyPath<Places, Place> & Sendable) {
    self.path = path
    read = { $0[keyPath: path] }
    write = { if let place = $0 as? Place { $1[keyPath: path] = place } }
  }

  /// The lists that share one frame as tabs.
  static let browser = [Self(\.catalogs), Self(\.history)]

  package static func == (one: Self, other: Self) -> Bool { one.path == other.path }
  package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

/// What a list asks of the models around it.
package enum ListEffect: Hashable, Sendable {
  case closeAll
  /// Closes the uppermost list.
  case close
  case open(ListID)
  case perform(Command)
  /// Shows a notice that the log has already.
  case show(Notice)
  /// Composes a new request; unsaved work is asked about first.
  case compose(Draft)
  /// Shows this exchange, even if it was not the job's last attempt.
  case view(AttemptID)
  /// Compares the response on show with an exchange.
  case compare(AttemptID)
  /// Opens the list of choices for a field of the composer.
  case chooseFor(FieldChoices.Field)
  case setMethod(String)
  /// Sets a method that the user confirmed.
  case acceptMethod(String)
  /// Shows the open request of this tab.
  case showRequest(Int)
  case closeRequest(Int)
  case setField(ComposerField, String)
  case setOption(Int, for: FieldID)
  case setText(String, for: FieldID)
  case graph(GraphDraftChange)
  /// Chooses the environment that fills templates; nil for the shared values alone.
  case chooseEnvironment(String?)
}
