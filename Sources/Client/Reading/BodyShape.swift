import ClientDocuments
import ClientModel
import ClientPipeline
import ReadingValues

/// How a body that is neither JSON nor plain text is read for the tree's place.
enum BodyShape: Sendable {
  case outline(FoldedOutline, OutlineForm)
  case table(SortedTable)
  /// One row of a table as a list.
  case record(TableRecord)

  /// An arriving body is read anew when it has grown by half: reading it each time would never end.
  private static let smallest = 64 * 1024

  /// - Returns: Nil for kinds that have a reader elsewhere.
  init?(_ kind: BodyKind, mediaType: String?, _ source: ByteSource) throws(DocumentError) {
    if kind == .table {
      let start = try source.bytes(in: 0..<16 * 1024)
      var table = SortedTable(TableDialect.detect(mediaType: mediaType, start: start))
      try table.extend(to: source, budget: 1)
      self = .table(table)
      return
    }
    guard let form = Self.form(kind, mediaType) else { return nil }
    let outline = try Outline(form, of: source)
    self = .outline(FoldedOutline(outline, toDepth: form == .events ? 0 : 3), form)
  }

  private static func form(_ kind: BodyKind, _ mediaType: String?) -> OutlineForm? {
    switch kind {
    case .xml: .xml
    case .html: .html
    case .form: .form
    case .multipart:
      .multipart(boundary: mediaType.flatMap { MediaType($0)?.parameters["boundary"] })
    case .events: .events
    case .json, .jsonLines, .jsonSequence, .table, .picture, .text, .binary: nil
    }
  }

  /// The same body, now longer or complete; what is open stays open.
  mutating func extend(
    to source: ByteSource, from length: Int, _ arrival: JSONDocument.Arrival, mediaType: String?
  ) throws(DocumentError) {
    switch self {
    case .table(var table):
      let start = try source.bytes(in: 0..<16 * 1024)
      // The first bytes alone may have shown too little of how it is written.
      let dialect = TableDialect.detect(mediaType: mediaType, start: start)
      if dialect != table.dialect { table = SortedTable(dialect) }
      try table.extend(to: source, budget: 1)
      self = .table(table)
    case .record(var list):
      try list.table.extend(to: source, budget: 1)
      self = .record(list)
    case .outline(var rows, let form):
      if form == .events {
        rows.update(to: try Outline(events: rows.outline, grownTo: source))
      } else if arrival == .ended || source.count < Self.smallest
        || source.count > length + length / 2
      {
        rows.update(to: try Outline(form, of: source))
      }
      self = .outline(rows, form)
    }
  }

  /// How many bytes are still to be read by further steps: tables may be of any size.
  var left: Int {
    switch self {
    case .table(let table): table.table.left
    case .record(let list): list.table.table.left
    case .outline: 0
    }
  }

  mutating func readOn(_ budget: Int) throws(DocumentError) {
    switch self {
    case .outline: return
    case .table(var table):
      try table.extend(to: table.table.source, budget: budget)
      self = .table(table)
    case .record(var list):
      try list.table.extend(to: list.table.table.source, budget: budget)
      self = .record(list)
    }
  }

  /// What is said of it in a sentence; nil when nothing is.
  var fault: String? {
    switch self {
    case .outline(let rows, _): rows.outline.fault
    case .record: nil
    case .table(let table):
      table.table.left == 0 && table.table.isOpenQuote
        ? "A quote is opened and never closed: the last row holds the rest." : nil
    }
  }

  var count: Int {
    switch self {
    case .outline(let rows, _): rows.count
    case .table(let table): table.count
    case .record(let list): list.count
    }
  }
}
