import ClientCatalogs
import ClientModel

/// The typed form of the request being composed, with what it last came to.
///
/// The draft stays the truth: what is edited elsewhere is read back before the form is used again.
struct ComposerForm: Sendable {
  private(set) var form: EndpointForm
  /// Made once for each change.
  private(set) var rows: [FormRow] = []
  private var places: [FieldID: Int] = [:]
  private(set) var problems: [FormProblem] = []
  /// What the form gave last, or was read from.
  private(set) var draft: Draft
  let name: EndpointName
  /// Which reading of the catalog it is from.
  let edition: Int
  private let catalog: Catalog
  /// True once sending was refused: what is still open is shown at its field from then on.
  var showsMissingFields = false

  init(
    reading draft: Draft, _ endpoint: CatalogEndpoint, in catalog: Catalog, edition: Int
  ) {
    form = EndpointForm(reading: draft, endpoint, in: catalog)
    name = EndpointName(catalog: catalog.name, endpoint: endpoint.id)
    self.draft = draft
    self.catalog = catalog
    self.edition = edition
    look()
  }

  /// Changes what is filled in, and gives the request that it comes to.
  mutating func change(_ work: (inout EndpointForm) -> Void) -> Draft {
    work(&form)
    let name = draft.name
    draft = form.draft()
    draft.name = name
    look()
    return draft
  }

  /// Folds and unfolds; the request stays as it is.
  mutating func fold(_ work: (inout EndpointForm) -> Void) {
    work(&form)
    look()
  }

  /// Reads what was edited elsewhere; what is folded stays so.
  mutating func follow(_ draft: Draft) {
    guard draft != self.draft else { return }
    var fresh = EndpointForm(reading: draft, form.endpoint, in: catalog)
    fresh.copyFolds(of: form)
    fresh.copyAnswers(of: form, unchangedSince: self.draft)
    form = fresh
    self.draft = draft
    look()
  }

  /// The request was given another name, or none.
  mutating func rename(_ name: String?) { draft.name = name }

  func row(_ id: FieldID) -> FormRow? { places[id].map { rows[$0] } }

  /// What is wrong at a field, as far as it is shown: an open form is not scolded.
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
