import ClientDocuments
import ReadingValues

/// An open body: its bytes, its tree if it has one, and the texts made of it.
struct OpenBody: Sendable {
  /// The number of bytes that are read before the first rows of a complete body show.
  static let firstStep = 1 << 20
  /// The same for a body that still arrives. Its first rows must not wait until a megabyte of densely
  /// nested values is indexed, which takes 10 ms, only because a fast server has already sent it.
  private static let firstArrivalStep = 1 << 16

  /// The text in UTF-8, or the bytes of a body that is not text.
  var source = ByteSource()
  /// The encoding that the user chose for the text.
  private(set) var charset: TextEncoding?
  private(set) var decoding = TextDecoding()
  private(set) var type = BodyType()
  /// For JSON.
  var tree: FoldedRows?
  var lines = TextDocument()
  /// Whether lines were asked for; a tree needs none.
  var wantsLines = false
  var arrival = JSONDocument.Arrival.ended
  /// What is known of a JSON body's grammar.
  var check: JSONCheck?
  /// What stands behind the place where the body stops being JSON.
  var rest: BodyRest?
  /// For other bodies with a form.
  var shape: BodyShape?
  /// The value that is read as a text of its own.
  var viewed: ViewedValue?
  private var layout = LaidOutText.unmade
  /// Whether it is a picture that ends before its end.
  private(set) var isPictureCut = false
  var finding = FindingState()

  init() {}

  /// - Parameters:
  ///   - body: The bytes as they came.
  ///   - wish: The kind that the user chose.
  ///   - charset: The encoding that the user chose.
  init(
    _ body: ByteSource, mediaType: String?, _ arrival: JSONDocument.Arrival,
    as wish: BodyKind? = nil, charset: TextEncoding? = nil
  ) throws(DocumentError) {
    self.charset = charset
    decoding = try Self.decoding(of: body, mediaType, charset)
    var text = try decoding.text(of: body, arrival)
    type = try BodyType(mediaType, text, as: wish)
    if !type.hasText {
      decoding = TextDecoding()
      text = body
      if wish == nil { type = try BodyType(mediaType, text, as: nil) }
    }
    if let json = JSONBody(text, kind) { tree = try FoldedRows(JSONDocument(form: json.form)) }
    try extend(
      toText: text, arrival, budget: arrival == .ended ? Self.firstStep : Self.firstArrivalStep)
    if let open = try tree?.opened(toDepth: 2) { tree = open }
  }

  private static func decoding(
    of body: ByteSource, _ mediaType: String?, _ charset: TextEncoding?
  ) throws(DocumentError) -> TextDecoding {
    TextDecoding(
      mediaType: mediaType, start: try body.bytes(in: 0..<TextDecoding.startLength),
      choice: charset)
  }

  /// The results of a filter: one is a tree of its own, several are roots.
  init(filtered source: ByteSource, count: Int) throws(DocumentError) {
    try self.init(
      source, mediaType: count == 1 ? "application/json" : "application/x-ndjson", .ended)
  }

  var kind: BodyKind { type.kind }
  var mediaType: String? { type.mediaType }

  /// The messages about faults in its grammar.
  var grammar: GrammarWords { GrammarWords(kind: kind, check: check) }

  /// What has arrived, as JSON; nil for other kinds.
  var json: JSONBody? { JSONBody(source, kind) }

  /// The same body, now longer: what is open stays open, and about `budget` bytes are read.
  mutating func extend(
    to body: ByteSource, _ arrival: JSONDocument.Arrival, budget: Int
  ) throws(DocumentError) {
    // The first few bytes may have shown too little.
    let known = source.undecoded.count
    if known < TextDecoding.startLength, type.hasText,
      try Self.decoding(of: body, mediaType, charset) != decoding
    {
      self = try OpenBody(body, mediaType: mediaType, arrival, charset: charset)
      return
    }
    let text = try decoding.text(of: body, arrival, after: source)
    if try type.isRefuted(by: text, grownFrom: source.count) {
      self = try OpenBody(body, mediaType: mediaType, arrival, charset: charset)
      return
    }
    try extend(toText: text, arrival, budget: budget)
  }

  private mutating func extend(
    toText source: ByteSource, _ arrival: JSONDocument.Arrival, budget: Int
  ) throws(DocumentError) {
    let length = self.source.count
    clear(for: source)
    self.arrival = arrival
    (check, rest) = (nil, nil)
    if shape != nil {
      try shape?.extend(to: source, from: length, arrival, mediaType: type.mediaType)
    } else {
      shape = try BodyShape(kind, mediaType: mediaType, source, arrival)
    }
    if kind == .picture, arrival == .ended { isPictureCut = try PictureFormat.isCutShort(source) }
    try readOn(budget)
    try tree?.countRows()
  }

  /// The same body read as another kind; nil for what it is found to be.
  func shown(as wish: BodyKind?) throws(DocumentError) -> OpenBody {
    try OpenBody(source.undecoded, mediaType: mediaType, arrival, as: wish, charset: charset)
  }

  /// Returns the body read in another encoding, or for nil in the one that it declares.
  func shown(in charset: TextEncoding?) throws(DocumentError) -> OpenBody {
    try OpenBody(
      source.undecoded, mediaType: mediaType, arrival,
      as: type.origin == .chosen ? kind : nil, charset: charset)
  }

  /// A complete body with more in it: what is open before the first new byte stays open.
  mutating func grow(to body: ByteSource, budget: Int) throws(DocumentError) {
    let source = try decoding.text(of: body, arrival)
    let offset = try self.source.sharedLength(with: source)
    if var rows = tree, let json = JSONBody(source, kind) {
      try rows.update(to: try json.document(), grownAt: offset)
      tree = rows
    }
    lines = TextDocument()
    clear(for: source)
    (check, rest) = (nil, nil)
    try readOn(budget)
    try tree?.countRows()
  }

  /// What was made of the shorter body holds no more.
  mutating func clear(for source: ByteSource) {
    self.source = source
    layout = .unmade
    finding.end()
  }

  /// What is known of the body so far.
  var facts: DocumentFacts {
    DocumentFacts(
      kind: kind, origin: type.origin, decoding: decoding, canBeLaidOut: canBeLaidOut,
      fault: decoding.problem
        ?? (arrival == .ended ? shape?.fault ?? grammar.faultWords ?? pictureWords : nil),
      reading: reading)
  }

  /// The message about an incomplete picture, or a format that is not drawn; nil for any other body.
  private var pictureWords: String? {
    isPictureCut
      ? "Cut short after \(source.count) bytes: a part of the picture may be missing."
      : PictureFormat.unknownFormatWords(for: type)
  }

  private var canBeLaidOut: Bool {
    tree != nil && kind != .jsonSequence && source.count <= DocumentController.largestLayout
      && !layout.isTooLong
  }

  /// The text a view shows, and where its bytes are; nil for a tree and for hexadecimal rows.
  mutating func text(of view: DocumentView) throws(DocumentError) -> TextDocument? {
    if view == .value || (view == .tree && (tree != nil || shape != nil)) { return nil }
    if !type.hasText { return nil }
    if view == .pretty, canBeLaidOut, let text = try layout.text(of: source) { return text }
    if !wantsLines {
      wantsLines = true
      try readLines(Self.firstStep)
    }
    return lines
  }

  // MARK: Rows

  /// The rows of a view, cut to those there are.
  mutating func window(
    _ wanted: Range<Int>, _ view: DocumentView
  ) throws(DocumentError) -> RowWindow {
    if view == .value { return try viewed?.rows(wanted) ?? RowWindow() }
    if view == .tree, let tree { return try window(wanted, of: tree) }
    if view == .tree, let shape { return try window(wanted, shape) }
    if let text = try text(of: view) {
      let range = wanted.clamped(to: 0..<text.lineCount)
      let rows = try text.lines(in: range, length: 2048).map { line in
        DocumentRow.line(
          TextRow(
            number: line.number + 1, text: String(decoding: line.bytes, as: UTF8.self),
            isCut: line.isCut))
      }
      return RowWindow(offset: range.lowerBound, rows: rows, total: text.lineCount)
    }
    let hex = HexRows(source)
    let range = wanted.clamped(to: 0..<hex.count)
    let rows = try hex.rows(in: range).map { DocumentRow.line(TextRow(number: nil, text: $0.text)) }
    return RowWindow(offset: range.lowerBound, rows: rows, total: hex.count)
  }

  /// The tree's row of this number; nil where there is none.
  func treeRow(_ row: Int) throws(DocumentError) -> FoldedRows.Row? {
    guard row >= 0 else { return nil }
    return try tree?.rows(in: row..<row + 1, previewLength: 0).first
  }

  func node(at row: Int) throws(DocumentError) -> JSONNode? { try treeRow(row)?.node }
}

extension FoldedRows {
  /// The most rows that are opened without being asked for.
  private static let fewRows = 2_000

  /// The same rows open to a depth, unless those are too many to find one's way.
  fileprivate func opened(toDepth depth: Int) throws(DocumentError) -> FoldedRows? {
    for depth in stride(from: depth, through: 1, by: -1) {
      var rows = self
      try rows.open(toDepth: depth)
      if rows.count <= Self.fewRows { return rows }
    }
    return nil
  }
}
