package import ClientDocuments
import ClientModel
import ReadingValues

struct Filtering: Sendable {
  let request: FilterRequest
  var filter: BodyFilter
  var isDone = false
}

/// Functions that filter the body with a jq program. The result is a second body, which is
/// displayed instead of the opened body.
extension DocumentController {
  mutating func begin(
    _ order: FilterRequest, row: Int, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    filtering = nil
    try decodeAll()
    guard let document = (unfiltered ?? body).tree?.document else {
      return publish(.refused("This body is not JSON."), order.number, &update)
    }
    if unfiltered == nil { unfilteredRow = row }
    filtering = Filtering(request: order, filter: try BodyFilter(order.text, in: document))
    try continueFilter(order.number, &update)
  }

  /// Continues the filter with this number. Does nothing if another filter has started since.
  mutating func continueFilter(_ number: Int, _ update: inout DocumentUpdate) throws(DocumentError)
  {
    guard var filtering, filtering.request.number == number,
      let base = (unfiltered ?? body).tree?.document
    else {
      return
    }
    if filtering.filter.engine == .path {
      filtering.isDone = try filtering.filter.step(base, budget: portionSize) == .done
    }
    self.filtering = filtering
    let progress = SearchProgress(done: filtering.filter.position, total: base.indexedCount)
    guard filtering.isDone else {
      let standing: FilterUpdate.State =
        filtering.filter.engine == .path ? .walking(progress) : .program(progress)
      return publish(standing, number, &update)
    }
    try show(filtering, &update)
  }

  /// Continues the filter with this number up to jq's next input, and returns that input. Returns
  /// nil if the filter does not need jq, or if another filter has started since.
  package mutating func nextInput(
    of number: Int
  ) throws(DocumentError) -> (program: String, input: [UInt8], reach: BodyFilter.FaultScope)? {
    guard var filtering, filtering.request.number == number,
      let base = (unfiltered ?? body).tree?.document
    else {
      return nil
    }
    let step = try filtering.filter.step(base, budget: portionSize)
    if step == .done { filtering.isDone = true }
    self.filtering = filtering
    guard case .program(let text, let input, let reach) = step else { return nil }
    return (text, input, reach)
  }

  /// Adds jq's output to the filter with this number.
  package mutating func take(_ printed: [UInt8], complaint: String?, of number: Int) {
    guard filtering?.request.number == number else { return }
    filtering?.filter.take(printed, complaint: complaint)
  }

  private mutating func show(_ filtering: Filtering, _ update: inout DocumentUpdate)
    throws(DocumentError)
  {
    let filter = filtering.filter
    self.filtering = nil
    if unfiltered == nil { unfiltered = body }
    body = try OpenBody(filtered: filter.found, count: filter.count)
    reading.resume()
    generation = filtering.request.generation
    update.generation = filtering.request.generation
    update.row = 0
    let shown = ShownFilter(
      text: filter.text, manner: filter.engine, count: filter.count, fault: filter.fault,
      isCut: filter.isCut, repeatedKey: filter.repeatedKey)
    shownFilter = shown
    publish(.shown(shown, body.facts), filtering.request.number, &update)
  }

  mutating func showUnfiltered(
    _ order: FilterRequest, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    filtering = nil
    showUnfilteredBody()
    reading.resume()
    generation = order.generation
    update.generation = order.generation
    update.row = unfilteredRow
    publish(.unfiltered(body.facts), order.number, &update)
  }

  /// Shows the unfiltered body again.
  mutating func showUnfilteredBody() {
    filtering = nil
    shownFilter = nil
    if let unfiltered { body = unfiltered }
    unfiltered = nil
  }

  func complete(
    _ text: String, as language: KeyCompletion.Language, _ number: Int, in body: OpenBody,
    _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    guard let document = body.tree?.document else { return }
    publish(.keys(try KeyCompletion(text, as: language, in: document), for: text), number, &update)
  }

  private func publish(
    _ standing: FilterUpdate.State, _ number: Int, _ update: inout DocumentUpdate
  ) {
    update.outcome = .filter(FilterUpdate(number: number, standing: standing))
  }

  /// Returns the outcome of copying a path in a filter's result. Returns nil if no filter result is
  /// displayed.
  ///
  /// For a value that is part of the opened body, the path is its path in that body. For any other
  /// value, it is a jq path that starts with the filter's program.
  func filteredPath(
    _ part: DocumentRequest.Part, _ node: JSONNode
  ) throws(DocumentError) -> DocumentUpdate.Outcome? {
    guard let unfiltered, let shownFilter, let tree = body.tree else { return nil }
    if let origin = body.source.origin(of: node.offset), let document = unfiltered.tree?.document,
      let value = try document.value(at: origin), value.offset == origin
    {
      return .copied(
        part == .path
          ? try document.pointer(to: value).text : try document.jqPath(to: value), part)
    }
    guard part == .query else {
      return .nothing("The filter created this value, so it has only a jq path.")
    }
    var rest = try tree.document.jqPath(to: node)
    if rest == "." { return .copied(shownFilter.text, part) }
    guard body.facts.kind == .jsonLines else {
      return .copied("(\(shownFilter.text)) | \(rest)", part)
    }
    rest.removeFirst()
    return .copied("[\(shownFilter.text)]\(rest)", part)
  }
}
