import ClientDocuments
import ReadingValues

/// A body whose text is decoded in portions.
struct UndecodedBody: Sendable {
  let bytes: ByteSource
  /// Whether more of the body comes.
  let arrival: JSONDocument.Arrival
}

/// An open body: its bytes, its tree if it has one, and the texts made of it.
struct OpenBody: Sendable {
  /// The number of bytes that are read before the first rows of a complete body show.
  static let firstStep = 1 << 20
  /// The same for a body that still arrives. Its first rows must not wait until a megabyte of densely
  /// nested values is indexed, which takes 10 ms, only because a fast server has already sent it.
  private static let firstArrivalStep = 1 << 16
  /// The number of bytes whose text one portion decodes: it takes about as long as the indexing of a portion.
  static let decodingStep = 1 << 19

  /// The text in UTF-8, or the bytes of a body that is not text.
  var source = ByteSource()
  /// The encoding that the user chose for the text.
  private(set) var charset: TextEncoding?
  private(set) var decoding = TextDecoding()
  /// The body of which `source` is only the first part of the text; nil when its text is complete.
  private(set) var undecoded: UndecodedBody?
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
  /// The number of bytes in a hexadecimal row.
  private(set) var hexLength = HexRows.Length.sixteen

  init() {}

  /// - Parameters:
  ///   - body: The bytes as they came.
  ///   - wish: The kind that the user chose.
  ///   - charset: The encoding that the user chose.
  init(
    _ body: ByteSource, mediaType: String?, _ arrival: JSONDocument.Arrival,
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

  /// Decodes about `budget` bytes behind those whose text is known. A later portion decodes the rest.
  ///
  /// - Parameter shorter: The text that is known; nil if none is.
  /// - Returns: The text so far, or the bytes themselves if they need no decoding.
  private mutating func decode(
    _ body: ByteSource, _ arrival: JSONDocument.Arrival, after shorter: ByteSource?, budget: Int
  ) throws(DocumentError) -> ByteSource {
    let end = (shorter?.undecoded.count ?? 0) + budget
    guard decoding.encoding != .utf8, body.count > end else {
      undecoded = nil
      return try decoding.text(of: body, arrival, after: shorter)
    }
    undecoded = UndecodedBody(bytes: body, arrival: arrival)
    return try decoding.text(of: body.prefix(end), .growing, after: shorter)
  }

  /// Decodes the next portion of a body whose text is not complete. A search continues.
  mutating func decodeOn(_ budget: Int) throws(DocumentError) {
    guard let whole = undecoded else { return }
    let search = finding
    let text = try decode(whole.bytes, whole.arrival, after: source, budget: budget)
    try replaceText(by: text, whole.arrival)
    finding = search
  }

  /// Decodes the rest of the body in one step, for uses that need the complete text.
  mutating func decodeAll() throws(DocumentError) {
    guard undecoded != nil else { return }
    try decodeOn(Int.max / 2)
    // The tree refers to the longer text from now on.
    try readText(Self.firstStep)
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

  /// Begins anew; hexadecimal rows stay as long as they are.
  private mutating func replace(with body: OpenBody) {
    let length = hexLength
    self = body
    hexLength = length
  }

  private mutating func extend(
    toText source: ByteSource, _ arrival: JSONDocument.Arrival, budget: Int
  ) throws(DocumentError) {
    try replaceText(by: source, arrival)
    try readText(budget)
    try tree?.countRows()
  }

  /// Replaces the text by a longer one.
  ///
  /// - Parameter arrival: Whether more of the body comes. Until its text is complete, more of that comes too.
  private mutating func replaceText(
    by source: ByteSource, _ arrival: JSONDocument.Arrival
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

  /// Takes in the bytes appended to the file of the body since the last growth event.
  ///
  /// - Parameter least: The minimum growth in bytes.
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

  /// The body as it came, also the part whose text is not decoded yet.
  private var bytes: ByteSource { undecoded?.bytes ?? source.undecoded }

  /// Whether more of the body comes, whatever of its text is decoded.
  var bodyArrival: JSONDocument.Arrival { undecoded?.arrival ?? arrival }

  /// The same body read as another kind; nil for what it is found to be.
  func shown(as wish: BodyKind?) throws(DocumentError) -> OpenBody {
    try OpenBody(bytes, mediaType: mediaType, bodyArrival, as: wish, charset: charset)
  }

  /// Returns the body read in another encoding, or for nil in the one that it declares.
  func shown(in charset: TextEncoding?) throws(DocumentError) -> OpenBody {
    try OpenBody(
      bytes, mediaType: mediaType, bodyArrival,
      as: type.origin == .chosen ? kind : nil, charset: charset)
  }

  /// A complete body with the text of further pages in it: what is open before the first new byte stays open.
  ///
  /// - Parameter source: UTF-8, whatever charset the first page declares.
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
    lines = TextDocument()
    clear(for: source)
    (check, rest) = (nil, nil)
    try readText(budget)
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

  /// Sets the number of bytes in a hexadecimal row. A search in the rows of before ends.
  mutating func divide(into length: HexRows.Length) {
    guard length != hexLength else { return }
    hexLength = length
    if !type.hasText { finding.end() }
  }
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
