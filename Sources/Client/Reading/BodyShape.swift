import ClientDocuments
import ClientModel
import ClientPipeline
import ReadingValues

/// The content of a body that is neither JSON nor plain text, as rows of the tree view.
enum BodyShape: Sendable {
  case outline(FoldedOutline, OutlineForm)
  case events(FoldedEvents)
  case table(SortedTable)
  /// One row of a table, shown as a list.
  case record(TableRecord)

  /// The size in bytes from which a growing outline is read less often.
  ///
  /// A body of at least this size is read again only when it has grown by half, because each
  /// reading starts at the beginning of the body.
  private static let smallest = 64 * 1024

  /// Creates the content of a body.
  ///
  /// - Returns: Nil if the body is JSON, text, a picture or another binary body.
  init?(
    _ kind: BodyKind, mediaType: String?, _ source: ByteSource,
    _ arrival: JSONDocument.TransferState
  ) throws(DocumentError) {
    if kind == .events {
      var events = FoldedEvents()
      // A growing stream is shown at its newest event, so all received events are read at once.
      try events.extend(to: source, budget: arrival == .growing ? .max : 1)
      self = .events(events)
      return
    }
    if kind == .table {
      let start = try source.bytes(in: 0..<16 * 1024)
      var table = SortedTable(TableDialect.detect(mediaType: mediaType, start: start))
      try table.extend(to: source, budget: 1)
      self = .table(table)
      return
    }
    guard let form = Self.form(kind, mediaType) else { return nil }
    let outline = try Outline(form, of: source)
    self = .outline(FoldedOutline(outline, toDepth: 3), form)
  }

  private static func form(_ kind: BodyKind, _ mediaType: String?) -> OutlineForm? {
    switch kind {
    case .xml: .xml
    case .html: .html
    case .form: .form
    case .multipart:
      .multipart(boundary: mediaType.flatMap { MediaType($0)?.parameters["boundary"] })
    case .json, .jsonLines, .jsonSequence, .table, .events, .picture, .text, .binary: nil
    }
  }

  /// Replaces the body with a longer or complete version. Open nodes stay open.
  mutating func extend(
    to source: ByteSource, from length: Int, _ arrival: JSONDocument.TransferState,
    mediaType: String?
  ) throws(DocumentError) {
    switch self {
    case .events(var events):
      try events.extend(to: source)
      self = .events(events)
    case .table(var table):
      let start = try source.bytes(in: 0..<16 * 1024)
      // The first bytes may have been too few to detect the dialect.
      let dialect = TableDialect.detect(mediaType: mediaType, start: start)
      if dialect != table.dialect { table = SortedTable(dialect) }
      try table.extend(to: source, budget: 1)
      self = .table(table)
    case .record(var list):
      try list.table.extend(to: source, budget: 1)
      self = .record(list)
    case .outline(var rows, let form):
      if arrival == .ended || source.count < Self.smallest
        || source.count > length + length / 2
      {
        rows.update(to: try Outline(form, of: source))
      }
      self = .outline(rows, form)
    }
  }

  /// The number of bytes that remain to be read. Only tables and event streams are read in steps.
  var left: Int {
    switch self {
    case .events(let events): events.left
    case .table(let table): table.table.left
    case .record(let list): list.table.table.left
    case .outline: 0
    }
  }

  mutating func continueReading(_ budget: Int) throws(DocumentError) {
    switch self {
    case .outline: return
    case .events(var events):
      try events.extend(to: events.source, budget: budget)
      self = .events(events)
    case .table(var table):
      try table.extend(to: table.table.source, budget: budget)
      self = .table(table)
    case .record(var list):
      try list.table.extend(to: list.table.table.source, budget: budget)
      self = .record(list)
    }
  }

  /// The error in the body as a sentence, or nil if there is none.
  var fault: String? {
    switch self {
    case .outline(let rows, _): rows.outline.fault
    case .record, .events: nil
    case .table(let table):
      table.table.left == 0 && table.table.isOpenQuote
        ? "A quoted field has no closing quote, so the last row contains the rest of the body."
        : nil
    }
  }

  var count: Int {
    switch self {
    case .outline(let rows, _): rows.count
    case .events(let events): events.count
    case .table(let table): table.count
    case .record(let list): list.count
    }
  }
}
