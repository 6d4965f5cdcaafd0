import ClientCatalogs
import ClientModel

/// The typed form of the composed request, its rows and its problems.
///
/// The draft contains all changes. Changes of the draft in another tab are read before the form is
/// used again.
struct ComposerForm: Sendable {
  private(set) var form: EndpointForm
  /// The rows, computed once after each change.
  private(set) var rows: [FormRow] = []
  private var places: [FieldID: Int] = [:]
  private(set) var problems: [FormProblem] = []
  /// The draft that the form wrote or read last.
  private(set) var draft: Draft
  let name: EndpointName
  /// The edition of the catalog from which the form was created.
  let edition: Int
  private let catalog: Catalog
  /// Whether sending was refused. Missing fields then show their problems.
  var showsMissingFields = false
  /// The last draft that was not sent because of problems in the form.
  var refused: Draft?

  init(
    reading draft: Draft, _ endpoint: Endpoint, in catalog: Catalog, edition: Int
  ) {
    form = EndpointForm(reading: draft, endpoint, in: catalog)
    name = EndpointName(catalog: catalog.name, endpoint: endpoint.id)
    self.draft = draft
    self.catalog = catalog
    self.edition = edition
    look()
  }

  /// Changes the values of the form and of the draft.
  mutating func fill(_ work: (inout EndpointForm) -> Void) {
    work(&form)
    let before = draft
    draft = form.draft()
    draft.name = before.name
    // The endpoint's rule for polling takes precedence over the option.
    draft.remote = draft.remote ?? before.remote
    look()
  }

  /// Folds or unfolds rows. The request does not change.
  mutating func fold(_ work: (inout EndpointForm) -> Void) {
    work(&form)
    look()
  }

  /// Reads changes from other tabs. Folded rows stay folded.
  mutating func follow(_ draft: Draft) {
    guard draft != self.draft else { return }
    var fresh = EndpointForm(reading: draft, form.endpoint, in: catalog)
    fresh.copyFolds(of: form)
    fresh.copyAnswers(of: form, unchangedSince: self.draft)
    form = fresh
    self.draft = draft
    look()
  }

  /// Sets the name of the request. Nil removes the name.
  mutating func rename(_ name: String?) { draft.name = name }

  func row(_ id: FieldID) -> FormRow? { places[id].map { rows[$0] } }

  /// Returns the displayed problem of a field. Returns nil if there is none. An empty field shows
  /// its problem only after sending was refused.
  func problem(at id: FieldID) -> FormProblem? {
    guard let row = row(id), row.isGiven || showsMissingFields else { return nil }
    return row.problems.first
  }

  private mutating func look() {
    problems = form.problems
    rows = form.rows
    places = Dictionary(rows.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
  }
}
