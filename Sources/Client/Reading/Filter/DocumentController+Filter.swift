package import ClientDocuments
import ClientModel
import ReadingValues

/// A filter that runs on the open body.
struct Sieve: Sendable {
  let order: FilterOrder
  var filter: BodyFilter
  var isDone = false
}

/// Shows the body filtered by a jq program: the result is a second body, shown instead of the whole one.
extension DocumentController {
  mutating func begin(
    _ order: FilterOrder, row: Int, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    sieve = nil
    guard let document = (whole ?? book).tree?.document else {
      return tell(.refused("This body is no JSON."), order.number, &update)
    }
    if whole == nil { wholeRow = row }
    sieve = Sieve(order: order, filter: try BodyFilter(order.text, in: document))
    try goOn(order.number, &update)
  }

  /// Continues the filter with this number; does nothing if another filter has started since.
  mutating func goOn(_ number: Int, _ update: inout DocumentUpdate) throws(DocumentError) {
    guard var sieve, sieve.order.number == number, let base = (whole ?? book).tree?.document else {
      return
    }
    if sieve.filter.manner == .path {
      sieve.isDone = try sieve.filter.step(base, budget: filterBudget) == .done
    }
    self.sieve = sieve
    let progress = SearchProgress(done: sieve.filter.position, whole: base.indexedCount)
    guard sieve.isDone else {
      let standing: FilterUpdate.Standing =
        sieve.filter.manner == .path ? .walking(progress) : .program(progress)
      return tell(standing, number, &update)
    }
    try show(sieve, &update)
  }

  /// The next jq input for the filter with this number; nil if the filter does not run jq now, or if
  /// another filter has started since.
  package mutating func nextInput(
    of number: Int
  ) throws(DocumentError) -> (program: String, input: [UInt8], reach: BodyFilter.FaultReach)? {
    guard var sieve, sieve.order.number == number, let base = (whole ?? book).tree?.document else {
      return nil
    }
    let step = try sieve.filter.step(base, budget: filterBudget)
    if step == .done { sieve.isDone = true }
    self.sieve = sieve
    guard case .program(let text, let input, let reach) = step else { return nil }
    return (text, input, reach)
  }

  /// Takes what jq printed for the filter of this number.
  package mutating func take(_ printed: [UInt8], complaint: String?, of number: Int) {
    guard sieve?.order.number == number else { return }
    sieve?.filter.take(printed, complaint: complaint)
  }

  private mutating func show(_ sieve: Sieve, _ update: inout DocumentUpdate) throws(DocumentError) {
    let filter = sieve.filter
    self.sieve = nil
    if whole == nil { whole = book }
    book = try OpenBody(filtered: filter.found, count: filter.count)
    generation = sieve.order.generation
    update.generation = sieve.order.generation
    update.row = 0
    let shown = ShownFilter(
      text: filter.text, manner: filter.manner, count: filter.count, fault: filter.fault,
      isCut: filter.isCut, repeatedKey: filter.repeatedKey)
    shownFilter = shown
    tell(.shown(shown, book.facts), sieve.order.number, &update)
  }

  mutating func showWhole(
    _ order: FilterOrder, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    sieve = nil
    takeOff()
    generation = order.generation
    update.generation = order.generation
    update.row = wholeRow
    tell(.whole(book.facts), order.number, &update)
  }

  /// Opens the unfiltered body again.
  mutating func takeOff() {
    sieve = nil
    shownFilter = nil
    if let whole { book = whole }
    whole = nil
  }

  func complete(
    _ text: String, as language: KeyCompletion.Language, _ number: Int, in body: OpenBody,
    _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    guard let document = body.tree?.document else { return }
    tell(.keys(try KeyCompletion(text, as: language, in: document), for: text), number, &update)
  }

  private func tell(
    _ standing: FilterUpdate.Standing, _ number: Int, _ update: inout DocumentUpdate
  ) {
    update.outcome = .filter(FilterUpdate(number: number, standing: standing))
  }

  /// The path of a result value: its path in the whole body if the value exists there, otherwise a path
  /// that starts with the jq program. Nil when no filter result is shown.
  func filteredPath(
    _ part: DocumentRequest.Part, _ node: JSONNode
  ) throws(DocumentError) -> DocumentUpdate.Outcome? {
    guard let whole, let shownFilter, let tree = book.tree else { return nil }
    if let origin = book.source.origin(of: node.offset), let document = whole.tree?.document,
      let value = try document.value(at: origin), value.offset == origin
    {
      return .copied(
        part == .path
          ? try document.pointer(to: value).text : try document.jqPath(to: value), part)
    }
    guard part == .query else {
      return .nothing("The filter made this value: it has a jq path, but no path in the body.")
    }
    var rest = try tree.document.jqPath(to: node)
    if rest == "." { return .copied(shownFilter.text, part) }
    guard book.facts.kind == .jsonLines else {
      return .copied("(\(shownFilter.text)) | \(rest)", part)
    }
    rest.removeFirst()
    return .copied("[\(shownFilter.text)]\(rest)", part)
  }
}

extension OpenBody {
  /// The results of a filter: one is a tree of its own, several are roots.
  init(filtered source: ByteSource, count: Int) throws(DocumentError) {
    try self.init(
      source, mediaType: count == 1 ? "application/json" : "application/x-ndjson", .ended)
  }
}

extension DocumentController {
  /// The bytes of the displayed content: the whole body or a filter's results.
  package var shownSource: ByteSource { book.source }
}
