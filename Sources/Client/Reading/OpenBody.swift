import ClientDocuments
import ReadingValues

/// A body whose text is decoded in chunks.
struct UndecodedBody: Sendable {
  let bytes: ByteSource
  /// The state of the body's transfer. More bytes may arrive, or the body has ended.
  let arrival: JSONDocument.TransferState
}

/// An open body: the bytes, an optional tree, and the texts created from the bytes.
struct OpenBody: Sendable {
  /// The number of bytes to read before a complete body shows rows.
  static let firstStep = 1 << 20
  /// The number of bytes to read before a growing body shows rows. It is smaller than `firstStep`,
  /// because indexing a megabyte of nested values takes 10 ms and would delay the first rows.
  private static let firstArrivalStep = 1 << 16
  /// The number of bytes to decode at once, which takes about as long as indexing a chunk.
  static let decodingStep = 1 << 19

  /// The text in UTF-8, or the bytes if the body is not text.
  var source = ByteSource()
  /// The encoding that the user chose.
  private(set) var charset: TextEncoding?
  private(set) var decoding = TextDecoding()
  /// The complete body while `source` contains only the first part of the text, or nil if `source`
  /// is complete.
  private(set) var undecoded: UndecodedBody?
  private(set) var type = BodyType()
  /// The rows of a JSON body's tree, or nil if the body is not JSON.
  var tree: FoldedRows?
  var lines = TextDocument()
  /// Whether a view needs lines. A tree does not.
  var wantsLines = false
  var arrival = JSONDocument.TransferState.ended
  var check: JSONCheck?
  /// The part after a JSON syntax error, or nil if there is no error.
  var rest: BodyRest?
  /// The content of a body that is neither JSON nor plain text, or nil for JSON and plain text.
  var shape: BodyShape?
  /// The value that is shown as separate text, or nil if there is none.
  var viewed: ViewedValue?
  /// The wrapped lines, or nil if lines are not wrapped.
  private(set) var wrapped: WrappedLines?
  private var layout = LaidOutText.unmade
  private(set) var isPictureCut = false
  var finding = FindingState()
  private(set) var hexLength = HexRows.Length.sixteen
  /// The number of bytes at which lines are cut.
  var lineLength = 2048

  init() {}

  /// Opens a body and reads the first bytes.
  ///
  /// - Parameters:
  ///   - body: The bytes as received.
  ///   - wish: The kind that the user chose.
  ///   - charset: The encoding that the user chose.
  init(
    _ body: ByteSource, mediaType: String?, _ arrival: JSONDocument.TransferState,
    as wish: BodyKind? = nil, charset: TextEncoding? = nil
  ) throws(DocumentError) {
    let budget = arrival == .ended ? Self.firstStep : Self.firstArrivalStep
    self.charset = charset
    decoding = try Self.decoding(of: body, mediaType, charset)
    var text = try decode(body, arrival, after: nil, budget: budget)
    type = try BodyType(mediaType, text, as: wish)
    if !type.hasText {
      decoding = TextDecoding()
      undecoded = nil
      text = body
      if wish == nil { type = try BodyType(mediaType, text, as: nil) }
    }
    if let json = JSONBody(text, kind) { tree = try FoldedRows(JSONDocument(form: json.form)) }
    try extend(toText: text, arrival, budget: budget)
    if let open = try tree?.opened(toDepth: 2) { tree = open }
  }

  private static func decoding(
    of body: ByteSource, _ mediaType: String?, _ charset: TextEncoding?
  ) throws(DocumentError) -> TextDecoding {
    TextDecoding(
      mediaType: mediaType, start: try body.bytes(in: 0..<TextDecoding.startLength),
      choice: charset)
  }

  /// Decodes approximately `budget` more bytes. `decodeOn` continues with the following bytes.
  ///
  /// - Parameter shorter: The text decoded so far, or nil if there is none.
  /// - Returns: The text decoded so far. UTF-8 text and binary bytes are returned unchanged.
  private mutating func decode(
    _ body: ByteSource, _ arrival: JSONDocument.TransferState, after shorter: ByteSource?,
    budget: Int
  ) throws(DocumentError) -> ByteSource {
    let end = (shorter?.undecoded.count ?? 0) + budget
    guard decoding.encoding != .utf8, body.count > end else {
      undecoded = nil
      return try decoding.text(of: body, arrival, after: shorter)
    }
    undecoded = UndecodedBody(bytes: body, arrival: arrival)
    return try decoding.text(of: body.prefix(end), .growing, after: shorter)
  }

  /// Decodes the next chunk of the text. A running search continues.
  mutating func decodeOn(_ budget: Int) throws(DocumentError) {
    guard let whole = undecoded else { return }
    let search = finding
    let text = try decode(whole.bytes, whole.arrival, after: source, budget: budget)
    try replaceText(by: text, whole.arrival)
    finding = search
  }

  /// Decodes all remaining bytes at once, for uses that need the complete text.
  mutating func decodeAll() throws(DocumentError) {
    guard undecoded != nil else { return }
    try decodeOn(Int.max / 2)
    // The tree still refers to the shorter text.
    try readText(Self.firstStep)
  }

  /// Creates a body from a filter's results. Several results become the roots of the tree.
  init(filtered source: ByteSource, count: Int) throws(DocumentError) {
    try self.init(
      source, mediaType: count == 1 ? "application/json" : "application/x-ndjson", .ended)
  }

  var kind: BodyKind { type.kind }
  var mediaType: String? { type.mediaType }

  var grammar: GrammarMessages { GrammarMessages(kind: kind, check: check) }

  /// The received text as JSON, or nil if the body is not JSON.
  var json: JSONBody? { JSONBody(source, kind) }

  /// Replaces the body with a longer version and reads approximately `budget` more bytes. Open
  /// nodes stay open.
  mutating func extend(
    to body: ByteSource, _ arrival: JSONDocument.TransferState, budget: Int
  ) throws(DocumentError) {
    // The first bytes may have been too few to detect the encoding.
    let known = bytes.count
    if known < TextDecoding.startLength, type.hasText,
      try Self.decoding(of: body, mediaType, charset) != decoding
    {
      replace(with: try OpenBody(body, mediaType: mediaType, arrival, charset: charset))
      return
    }
    let text = try decode(body, arrival, after: source, budget: max(budget, Self.decodingStep))
    if try type.isRefuted(by: text, grownFrom: source.count) {
      replace(with: try OpenBody(body, mediaType: mediaType, arrival, charset: charset))
      return
    }
    try extend(toText: text, arrival, budget: budget)
  }

  /// Replaces everything except the lengths of lines and hexadecimal rows.
  private mutating func replace(with body: OpenBody) {
    let (hex, line) = (hexLength, lineLength)
    self = body
    (hexLength, lineLength) = (hex, line)
  }

  private mutating func extend(
    toText source: ByteSource, _ arrival: JSONDocument.TransferState, budget: Int
  ) throws(DocumentError) {
    try replaceText(by: source, arrival)
    try readText(budget)
    try tree?.countRows()
  }

  /// Replaces the text with longer text.
  ///
  /// - Parameter arrival: The state of the body's transfer, or `growing` while the text is not
  ///   completely decoded.
  private mutating func replaceText(
    by source: ByteSource, _ arrival: JSONDocument.TransferState
  ) throws(DocumentError) {
    let length = self.source.count
    let arrival = undecoded == nil ? arrival : .growing
    clear(for: source)
    self.arrival = arrival
    (check, rest) = (nil, nil)
    if shape != nil {
      try shape?.extend(to: source, from: length, arrival, mediaType: type.mediaType)
    } else {
      shape = try BodyShape(kind, mediaType: mediaType, source, arrival)
    }
    if kind == .picture, arrival == .ended { isPictureCut = try PictureFormat.isCutShort(source) }
  }

  /// Reads the bytes appended to the file since the last growth event. Does nothing if there are
  /// fewer than `least`.
  ///
  /// - Returns: Whether the file has grown by at least this amount.
  mutating func takeAppendedBytes(atLeast least: Int) throws(DocumentError) -> Bool {
    var grown = source.undecoded
    let length = grown.count
    try grown.refresh()
    guard grown.count - length >= least else { return false }
    let text = try decode(grown, .growing, after: source, budget: Self.decodingStep)
    clear(for: text)
    return true
  }

  /// The body as received, including bytes that are not decoded yet.
  private var bytes: ByteSource { undecoded?.bytes ?? source.undecoded }

  /// The state of the body's transfer. `arrival` is the state of the decoded text.
  var bodyArrival: JSONDocument.TransferState { undecoded?.arrival ?? arrival }

  /// Returns the body read again as a given kind, or as the detected kind if `wish` is nil.
  func shown(as wish: BodyKind?) throws(DocumentError) -> OpenBody {
    try OpenBody(bytes, mediaType: mediaType, bodyArrival, as: wish, charset: charset)
  }

  /// Returns the body read again in a given encoding, or in the declared encoding if `charset` is
  /// nil.
  func shown(in charset: TextEncoding?) throws(DocumentError) -> OpenBody {
    try OpenBody(
      bytes, mediaType: mediaType, bodyArrival,
      as: type.origin == .chosen ? kind : nil, charset: charset)
  }

  /// Replaces the text with the text of more pages. Open containers that begin before the first new
  /// byte stay open.
  ///
  /// - Parameter source: The text of all pages in UTF-8, which may differ from the charset of the
  ///   first page.
  mutating func grow(to source: ByteSource, budget: Int) throws(DocumentError) {
    if decoding.encoding != .utf8 || charset != nil {
      (charset, decoding, type) = (nil, TextDecoding(), type.withoutParameters)
    }
    (arrival, undecoded) = (bodyArrival, nil)
    let offset = try self.source.sharedLength(with: source)
    if var rows = tree, let json = JSONBody(source, kind) {
      try rows.update(to: try json.document(), grownAt: offset)
      tree = rows
    }
    (lines, wrapped) = (TextDocument(), nil)
    clear(for: source)
    (check, rest) = (nil, nil)
    try readText(budget)
    try tree?.countRows()
  }

  /// Replaces the text. Everything computed from the previous text is removed.
  mutating func clear(for source: ByteSource) {
    self.source = source
    layout = .unmade
    if wrapped?.isLaidOut == true { wrapped = nil }
    wrapped?.text.grow(to: source)
    finding.end()
  }

  /// The facts known about the body so far.
  var facts: DocumentFacts {
    DocumentFacts(
      kind: kind, origin: type.origin, decoding: decoding, canBeLaidOut: canBeLaidOut,
      fault: decoding.problem
        ?? (arrival == .ended ? shape?.fault ?? grammar.faultWords ?? pictureWords : nil),
      reading: reading)
  }

  /// The message for an incomplete or unsupported picture, or nil for any other body.
  private var pictureWords: String? {
    isPictureCut
      ? "Cut off after \(source.count) bytes: part of the picture may be missing."
      : PictureFormat.unknownFormatWords(for: type)
  }

  private var canBeLaidOut: Bool {
    tree != nil && kind != .jsonSequence && source.count <= DocumentController.largestLayout
      && !layout.isTooLong
  }

  /// Returns the text that a view shows, or nil if the view shows a tree or hexadecimal rows. The
  /// first call starts reading lines.
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

  /// Changes the wrapping of lines and ends a search in the previous rows. Nil shows each line in
  /// one row. Does nothing if the view does not need wrapped lines, because wrapping reads the
  /// text.
  mutating func wrap(_ options: TextWrap?, for view: DocumentView) throws(DocumentError) {
    guard view == .wrapped || options == nil, options != wrapped?.options,
      type.hasText || wrapped != nil
    else { return }
    finding.end()
    wrapped = nil
    guard let options, type.hasText else { return }
    let isLaidOut = options.base == .pretty && canBeLaidOut
    let text = isLaidOut ? try layout.text(of: source)?.source : nil
    wrapped = try WrappedLines(text ?? source, options, isLaidOut: text != nil)
  }

  mutating func readWrapped(_ budget: Int) throws(DocumentError) {
    try wrapped?.text.extend(budget: budget)
  }

  /// Changes the wrapping so that the same text stays visible. That text starts at the start of a
  /// wrapped row. In a line that is not wrapped, it starts at the last match, or else at the first
  /// visible column.
  ///
  /// - Returns: The row of `view` that contains the start of that text, and the number of columns
  ///   before it in a line that is not wrapped.
  mutating func layOut(
    from before: DocumentView, row: Int, column: Int, _ options: TextWrap?, _ view: DocumentView
  ) throws(DocumentError) -> (row: Int?, column: Int?) {
    let offset =
      before == .wrapped
      ? try wrapped?.text.rows(in: row..<row + 1).first?.offset
      : try text(of: before)?.offset(ofRow: row, column: column, orMatch: finding.found)
    try wrap(options, for: view)
    guard let offset else { return (nil, nil) }
    if view == .wrapped {
      let left = offset - (wrapped?.text.reach ?? offset)
      if left >= 0 { try readWrapped(left + Self.firstStep) }
      return (try wrapped?.text.row(at: offset), nil)
    }
    guard let lines = try text(of: view), lines.lineCount > 0 else { return (nil, nil) }
    let known = min(offset, lines.indexed - 1)
    return (try lines.line(at: known), try lines.column(of: known))
  }

  /// Sets the number of bytes in a hexadecimal row, and ends a search in the previous rows.
  mutating func divide(into length: HexRows.Length) {
    guard length != hexLength else { return }
    hexLength = length
    if !type.hasText { finding.end() }
  }
}

extension FoldedRows {
  private static let fewRows = 2_000

  /// Returns the rows opened down to `depth`, or down to a smaller depth if there would be too many
  /// rows. Returns nil if there are too many rows even at depth 1.
  fileprivate func opened(toDepth depth: Int) throws(DocumentError) -> FoldedRows? {
    for depth in stride(from: depth, through: 1, by: -1) {
      var rows = self
      try rows.open(toDepth: depth)
      if rows.count <= Self.fewRows { return rows }
    }
    return nil
  }
}

/// The formatted text of a JSON body, which is created on first use.
enum LaidOutText: Sendable {
  case unmade
  case made(TextDocument)
  /// The text exceeds the memory limit.
  case tooLong

  var isTooLong: Bool {
    if case .tooLong = self { true } else { false }
  }

  /// Returns the formatted text of the body, or nil if it is too long. The first call formats the
  /// body.
  mutating func text(of source: ByteSource) throws(DocumentError) -> TextDocument? {
    switch self {
    case .made(let text): return text
    case .tooLong: return nil
    case .unmade:
      guard
        let bytes = JSONLayout.text(
          try source.bytes(in: 0..<source.count), longest: DocumentController.longestLayout)
      else {
        self = .tooLong
        return nil
      }
      let text = try TextDocument(indexing: ByteSource(bytes))
      self = .made(text)
      return text
    }
  }
}
