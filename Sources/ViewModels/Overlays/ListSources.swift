package import ClientCatalogs
package import ClientDocuments
package import ClientModel

/// The lists of all features, in the order of their commands.
package struct ListSources: Sendable {
  var requests = RequestsList()
  var openRequests = OpenRequestsList()
  var finder = Finder()
  var catalogs = CatalogsModel()
  var history = HistoryModel()
  var environments = EnvironmentsList()
  var variables = VariablesList()
  var gateways = GatewaysList()
  var lanes = LanesList()
  var cookies = CookiesList()
  var cache = CacheList()
  package internal(set) var shared = SharedValuesModel()
  var themes = ThemesList()
  var log = LogList()
  var graph = GraphDraftList()
  var graphRequests = GraphRequestsList()
  var graphStep = GraphStepList()
  var graphReport = GraphReportList()
  var palette = PaletteList()
  var help = HelpList()
  var choices = FieldChoices()
  var tabs = TabsList()
  var schema = GraphQLSchemaList()

  /// All lists, in the order of their declarations. Reflection would find them too, but each cast
  /// searches all conformances of the program, which took 2 ms of every start.
  var all: [any ListSource] {
    [
      requests, openRequests, finder, catalogs, history, environments, variables, gateways, lanes,
      cookies, cache, shared, themes, log, graph, graphRequests, graphStep, graphReport, palette,
      help, choices, tabs, schema,
    ]
  }

  subscript(list: ListID) -> any ListSource {
    get { list.read(self) }
    set { list.write(newValue, &self) }
  }
}

/// The identity of a list: its path in `ListSources`.
package struct ListID: Hashable, Sendable {
  fileprivate let path: PartialKeyPath<ListSources> & Sendable
  fileprivate let read: @Sendable (ListSources) -> any ListSource
  fileprivate let write: @Sendable (any ListSource, inout ListSources) -> Void

  init<Source: ListSource>(_ path: WritableKeyPath<ListSources, Source> & Sendable) {
    self.path = path
    read = { $0[keyPath: path] }
    write = { if let place = $0 as? Source { $1[keyPath: path] = place } }
  }

  /// The lists that are shown as tabs in one frame.
  static let browser = [Self(\.catalogs), Self(\.history)]

  package static func == (one: Self, other: Self) -> Bool { one.path == other.path }
  package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

/// An effect of a list on the models outside the list.
package enum ListEffect: Hashable, Sendable {
  case closeAll
  /// Closes the uppermost list.
  case close
  case open(ListID)
  case perform(Command)
  /// Shows a notice that is already in the log.
  case show(Notice)
  /// Composes a new request.
  case compose(Draft)
  /// Composes a request in the form of an endpoint.
  case openEndpoint(EndpointName)
  /// Shows this exchange, even if it is not the last attempt of its job.
  case view(AttemptID)
  /// Deletes a finished job.
  case delete(JobID)
  /// Compares the displayed response with an exchange.
  case compare(AttemptID)
  /// Opens the list of choices for a composer field.
  case chooseFor(FieldChoices.Field)
  case setMethod(String)
  /// Sets a method that the user confirmed.
  case acceptMethod(String)
  /// Shows the open request of a tab.
  case showRequest(Int)
  case closeRequest(Int)
  case setField(ComposerField, String)
  case setOption(Int, for: FieldID)
  case setText(String, for: FieldID)
  /// Selects a field of the composed request and moves the focus there.
  case selectField(ComposerField)
  /// Begins to type another address for the server of the form.
  case typeServer
  /// Requests the schema of the composed GraphQL request.
  case fetchSchema
  case useSchema(GraphQLSchema, of: String)
  /// Inserts a name at the cursor of the query.
  case insert(String)
  case graph(GraphDraftChange)
  /// Chooses the environment that fills templates. Nil means that only the shared values fill
  /// templates.
  case chooseEnvironment(String?)
  /// Fills templates with the values of an environment that was just read.
  case useEnvironment(Environment)
  case useGateways(Gateways)
  /// Moves the cursor of the queue to a graph that was just added.
  case showQueued(GraphID)
  /// Shows the results of a graph or batch, read at this time.
  case showReport(GraphReport, at: Timestamp)
}
