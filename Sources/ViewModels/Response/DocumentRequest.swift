package import ClientDocuments
package import ClientModel

/// A question about the body on show, or an order to fold it. A `DocumentController` answers each with
/// one `DocumentNews`, off the UI thread and in the order asked.
package struct DocumentRequest: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// Take this body; the one before is forgotten.
    case open(DocumentSource, mediaType: String?)
    /// The same body, now longer or complete: what is folded stays so.
    case extend(DocumentSource)
    /// The same body with more in it: what is folded before that stays so.
    case grow(DocumentSource)
    case rows
    /// Go on reading the body: what is open stays so.
    case readOn
    /// The same after a moment, in which more may have arrived.
    case catchUp
    case fold(Folding)
    case go(Step)
    /// Selects what this path leads to, or as far as it does.
    case follow(String)
    /// Show the value of this row as a text.
    case look(ValueLook)
    /// Wrap the text on show anew.
    case rewrap(ValueLook)
    /// The text on show is not needed any more.
    case closeLook
    /// Keys that may stand at the end of a path that is being typed.
    case completePath(String, number: Int)
    /// Selects and unfolds the part that is the answer itself, where there is one at this JSON Pointer.
    case openData(at: String)
    case find(DocumentSearch)
    /// The same while the text is being typed: from where that began, with what was open then.
    case seek(DocumentSearch, from: SeekOrigin)
    /// Finding was given up: what was open when it began is open again.
    case endSeek(SeekOrigin)
    /// Go on with the search of this number.
    case findOn(Int)
    /// Go on counting the hits of the search of this number.
    case count(Int)
    case copy(Part)
    /// What must be known of the selected value to use it elsewhere.
    case use(NodeUse.Purpose)
    /// Sort, or copy of, the table on show.
    case table(TableAction)
    /// Read the body again as this kind; nil for what it was found to be.
    case show(as: DocumentFacts.Kind?)
    /// See the body through a jq program from now on.
    case filter(FilterOrder)
    /// Go on with the filter of this number.
    case filterOn(Int)
    /// See the whole body again.
    case showWhole(FilterOrder)
    /// Keys that may stand at the end of this text.
    case complete(String, number: Int)
    /// Compare it with an earlier body.
    case compare(with: DocumentSource, ignoring: [IgnoredPath])
    /// Render it; the pointer names the part that the view is of.
    case render(ViewName, root: String)

    /// True for a step of reading.
    package var isReading: Bool { self == .readOn || self == .catchUp }

    /// True for what comes by itself, whatever the user does meanwhile.
    var isUnasked: Bool {
      switch self {
      case .extend, .grow: true
      default: false
      }
    }
  }

  package enum Folding: Hashable, Sendable {
    case toggle
    /// Opens a closed container; of an open one it goes to the first child.
    case open
    /// Closes an open container; of anything else it goes to the parent.
    case close
    case openAll, closeAll
    /// Open or close the value and its siblings.
    case openSiblings, closeSiblings
    /// Shows the values no deeper than this; 1 shows what the root holds.
    case toDepth(Int)
  }

  /// Columns count from 0.
  package enum TableAction: Hashable, Sendable {
    case sort(column: Int)
    case copyCell(column: Int)
    case copyName(column: Int)
    case copyPlace(column: Int)
    /// Show the row as a list that begins at this column, or the table again.
    case record(column: Int)
  }

  package enum Step: Hashable, Sendable {
    case nextSibling, previousSibling, firstSibling, lastSibling, parent, firstChild, lastChild
  }
  package enum Part: Hashable, Sendable { case value, key, parentKey, path, query, row, body }

  /// Which body is meant; news of another one are out of date.
  package var generation: Int
  package var view: DocumentView
  package var action: Action
  /// The row the action is about.
  package var row: Int
  /// The rows wanted with the answer.
  package var window: Range<Int>

  package init(
    generation: Int, view: DocumentView, action: Action, row: Int, window: Range<Int>
  ) {
    self.generation = generation
    self.view = view
    self.action = action
    self.row = row
    self.window = window
  }
}

/// The ways to look at one body.
package enum DocumentView: Hashable, Sendable, CaseIterable {
  /// JSON as a tree; anything else as `raw` has it.
  case tree
  /// JSON laid out with one value a line; anything else, and what is too large for it, as it came.
  case pretty
  /// Byte for byte: lines of a text, hexadecimal rows of anything else.
  case raw
  /// One value of the tree as a text of its own.
  case value
}

/// Where the bytes of a body are.
package enum DocumentSource: Hashable, Sendable {
  /// All of it.
  case whole(StoredBody)
  /// A file that still grows.
  case arriving(path: String)
}

/// What the controller returns for one request.
package struct DocumentNews: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case done
    case opened(DocumentFacts)
    /// More of the body has been read; ask to go on while the facts tell of more.
    case read(DocumentFacts)
    /// More has been read, and nothing of it is worth telling. Ask to go on.
    case readOn
    /// The same, and all that had arrived is read; ask to catch up with what arrives now.
    case caughtUp
    /// Nothing was found in this step: ask to go on.
    case searching(SearchProgress)
    /// The row of the hit is the selection.
    case found(Way, HitStanding)
    case notFound
    case counted(HitStanding)
    case copied(String, DocumentRequest.Part)
    case used(NodeUse, NodeUse.Purpose)
    case rendered(Rendering)
    case compared(Comparison)
    case filter(FilterNews)
    /// There is nothing of the kind: no parent, no sibling, no key.
    case nothing(String)
    case failed(Notice)

    /// What to ask next where nothing is told but that reading goes on.
    package var readsNext: DocumentRequest.Action? {
      switch self {
      case .readOn: .readOn
      case .caughtUp: .catchUp
      default: nil
      }
    }
  }

  /// How a search came to its hit.
  package enum Way: Hashable, Sendable { case straight, wrapped }

  package var generation: Int
  package var view: DocumentView
  package var outcome: Outcome
  package var window: RowWindow?
  /// Where the selection goes.
  package var row: Int?
  /// The column of a table that the hit stands in.
  package var column: Int?
  /// The selected row that is at `row` now, when nobody asked to go there: who has gone on meanwhile is
  /// as far from it as before. Nil for a wish.
  package var origin: Int?
  /// What is left to read of the body; nil when nothing is.
  package var reading: ReadingProgress?
  /// True for the answer to `readOn` and `catchUp`.
  package var readsOn = false
  /// The number of the search it answers; nil when it answers none.
  package var search: Int?

  /// True for what changes no row of tree and text and brings none.
  var bringsNoRows: Bool {
    switch outcome {
    case .readOn, .caughtUp, .counted, .rendered, .compared: true
    case .filter(let news):
      switch news.standing {
      case .shown, .whole: false
      case .walking, .program, .refused, .keys: true
      }
    default: search != nil && row == nil
    }
  }

  package init(
    generation: Int, view: DocumentView, outcome: Outcome = .done, window: RowWindow? = nil,
    row: Int? = nil
  ) {
    self.generation = generation
    self.view = view
    self.outcome = outcome
    self.window = window
    self.row = row
  }
}
