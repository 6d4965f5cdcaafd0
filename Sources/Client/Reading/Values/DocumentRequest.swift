package import ClientDocuments
package import ClientModel

/// A question about the body on show, or an order to fold it. A `BodyReader` responds to each with one
/// `DocumentUpdate`, off the UI thread and in the order asked.
package struct DocumentRequest: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// Take this body; the one before is closed.
    case open(DocumentSource, mediaType: String?)
    /// The same body, now longer or complete: what is folded stays so.
    case extend(DocumentSource)
    /// The same body with more in it: what is folded before that stays so.
    case grow(DocumentSource)
    case rows
    /// Read the body no further until `resumeReading`, or until more of it arrives.
    case stopReading
    case resumeReading
    /// No body is on show any more.
    case close
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
    /// Selects and unfolds the part that is the response itself, where there is one at this JSON Pointer.
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
    case show(as: BodyKind?)
    /// Read the body's text again in this encoding; nil for the one that it declares.
    case decode(as: TextEncoding?)
    /// See the body through a jq program from now on.
    case filter(FilterOrder)
    /// Go on with the filter of this number.
    case filterOn(Int)
    /// Show the unfiltered body again.
    case showUnfiltered(FilterOrder)
    /// Keys that may stand at the end of this text.
    case complete(String, number: Int)
    /// Compare it with an earlier body.
    case compare(with: DocumentSource, mediaType: String?, ignoring: [IgnoredPath])
    /// Render it; the pointer names the part that the view is of.
    case render(ViewPlan, root: String)
    /// Count the messages of a subscription by topic, from where the last count ended.
    case countTopics

    /// True for what moves the selection from the row it is on.
    package var isStep: Bool {
      switch self {
      case .fold, .go, .find: true
      default: false
      }
    }

    /// True for what comes by itself, whatever the user does meanwhile.
    package var isUnasked: Bool {
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

  /// Identifies the body; updates of another body are out of date.
  package var generation: Int
  package var view: DocumentView
  package var action: Action
  /// The row the action is about.
  package var row: Int
  package var stepOrigin = StepOrigin.row

  /// Where a step begins.
  package enum StepOrigin: Hashable, Sendable {
    case row
    /// The row that the step before it led to, whose update has not come yet.
    case lastStep
  }

  /// The rows wanted with the update.
  package var window: Range<Int>
  /// The number of bytes in a hexadecimal row.
  package var hexLength = HexRows.Length.sixteen

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
  /// A complete body in the store.
  case stored(StoredBody)
  /// A file that still grows.
  case arriving(path: String)
}
