/// A forward or backward search in each key and scalar of a JSON body for an expression.
struct TokenWalk: Sendable {
  private let expression: Expression
  private let document: JSONDocument
  private let scope: SearchQuery.Scope
  private let direction: BodySearch.Direction
  private let first: Int
  /// The offset before which a backward search continues.
  private var at: Int
  /// The search of the current part. A forward search has only one part.
  private var scan: TokenScan?
  /// The matches of the current part that a backward search has not returned yet, in body order.
  private var waiting: [Range<Int>] = []

  init(
    _ expression: Expression, _ scope: SearchQuery.Scope, _ document: JSONDocument,
    from offset: Int, _ direction: BodySearch.Direction
  ) {
    self.expression = expression
    self.document = document
    self.scope = scope
    self.direction = direction
    first = offset
    at = offset
    if direction == .forward {
      scan = TokenScan(document, scope, from: offset, to: document.indexedCount)
    }
  }

  mutating func step(budget: Int) throws(DocumentError) -> BodySearch.Progress {
    let matcher = try expression.matcher()
    return switch direction {
    case .forward: try stepForward(budget, matcher)
    case .backward: try stepBackward(budget, matcher)
    }
  }

  private mutating func stepForward(
    _ budget: Int, _ matcher: Expression.Matcher
  ) throws(DocumentError) -> BodySearch.Progress {
    guard var scan else { return .nothing }
    var left = budget
    let range = try scan.next(&left, matcher)
    self.scan = scan
    if let range { return .found(range) }
    return scan.isOver ? .nothing : .searching(done: scan.at - first)
  }

  private mutating func stepBackward(
    _ budget: Int, _ matcher: Expression.Matcher
  ) throws(DocumentError) -> BodySearch.Progress {
    var left = budget
    while left > 0, !matcher.isLate {
      if scan == nil {
        if let range = waiting.popLast() { return .found(range) }
        guard at > 0 else { return .nothing }
        let part = try part(before: at)
        left -= 4 << 10
        if part.start < at { scan = TokenScan(document, scope, from: part.start, to: at) }
        at = part.floor
      }
      while var scan, left > 0, !matcher.isLate {
        if let range = try scan.next(&left, matcher) { waiting.append(range) }
        self.scan = scan.isOver ? nil : scan
      }
    }
    return .searching(done: first - at)
  }

  /// Returns the start of the first token in the part before `limit`, and the limit for the next
  /// part.
  ///
  /// Parts start at landmarks, which store whether they are in a string, and the start of that
  /// string.
  private func part(before limit: Int) throws(DocumentError) -> (start: Int, floor: Int) {
    let size = Int(document.index.grain.landmark)
    let number = (limit - 1) / size
    let reader = document.reader()
    let landmark = document.index.landmarks[number]
    if landmark.in_string == 1 {
      // The string starts in an earlier part and is searched with that part.
      let quote = Int(landmark.quote)
      return (try document.endOfString(from: quote, reader), quote + 1)
    }
    let border = number * size
    var start = border
    if border > 0, let last = try reader.byte(at: border - 1), !JSONByte.endsWord(last) {
      while start < limit, let byte = try reader.byte(at: start), !JSONByte.endsWord(byte) {
        start += 1
      }
    }
    return (start, border)
  }
}
