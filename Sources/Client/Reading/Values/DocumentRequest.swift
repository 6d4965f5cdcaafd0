package import ClientDocuments
package import ClientModel

/// A request about the displayed body. A `BodyReader` responds to each request with one
/// `DocumentUpdate`, outside the UI thread and in the order of the requests.
package struct DocumentRequest: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// Opens this body and closes the previous one.
    case open(DocumentSource, mediaType: String?)
    /// Replaces the body with a longer or complete version. Folds do not change.
    case extend(DocumentSource)
    /// Replaces the body with one that has more content. Folds before the new content do not
    /// change.
    case grow(DocumentSource)
    case rows
    /// Stops reading the body until `resumeReading`, or until more bytes are received.
    case stopReading
    case resumeReading
    /// Closes the body.
    case close
    case fold(Folding)
    case go(Step)
    /// Selects the value at this path, or the last value on the path that exists.
    case follow(String)
    /// Shows the value of this row as separate text.
    case viewValue(ValueViewOptions)
    /// Wraps the displayed text again.
    case rewrap(ValueViewOptions)
    /// Closes the displayed text.
    case closeLook
    /// Requests the keys that can complete the path being typed.
    case completePath(String, number: Int)
    /// Selects and opens the response's data at this JSON Pointer, if it exists.
    case openData(at: String)
    case find(DocumentSearch)
    /// Searches while the text is being typed, from the origin and with the nodes that were open
    /// there.
    case seek(DocumentSearch, from: SeekOrigin)
    /// Ends a cancelled search and restores the nodes that were open when it began.
    case endSeek(SeekOrigin)
    /// Continues the search with this number.
    case continueSearch(Int)
    /// Continues counting the matches of the search with this number.
    case count(Int)
    case copy(Part)
    /// Requests the properties of the selected value for use in another feature.
    case use(NodeUse.Purpose)
    /// Sorts the displayed table, or copies a part of it.
    case table(TableAction)
    /// Reads the body again as this kind, or as the detected kind if the kind is nil.
    case show(as: BodyKind?)
    /// Reads the body's text again in this encoding, or in the declared encoding if the encoding is
    /// nil.
    case decode(as: TextEncoding?)
    /// Filters the body with a jq program.
    case filter(FilterRequest)
    /// Continues the filter with this number.
    case continueFilter(Int)
    /// Shows the unfiltered body again.
    case showUnfiltered(FilterRequest)
    /// Requests the keys that can complete the text of a jq program.
    case complete(String, number: Int)
    /// Compares the body with an earlier body.
    case compare(with: DocumentSource, mediaType: String?, ignoring: [IgnoredPath])
    /// Renders the part of the body at this JSON Pointer.
    case render(ViewPlan, root: String)
    /// Counts the messages of a subscription by topic, starting at the end of the last count.
    case countTopics

    /// Whether the action moves the selection.
    package var isStep: Bool {
      switch self {
      case .fold, .go, .follow, .find: true
      default: false
      }
    }

    /// Whether the program sends the action on its own, not in response to a key.
    package var isAutomatic: Bool {
      switch self {
      case .extend, .grow: true
      default: false
      }
    }
  }

  package enum Folding: Hashable, Sendable {
    case toggle
    /// Opens a closed container. If it is open, selects its first child.
    case open
    /// Closes an open container. For any other row, selects the parent.
    case close
    case openAll, closeAll
    /// Opens or closes the value and its siblings.
    case openSiblings, closeSiblings
    /// Shows the values down to this depth; 1 shows the children of the root.
    case toDepth(Int)
  }

  /// An action on a table. Columns are counted from 0.
  package enum TableAction: Hashable, Sendable {
    case sort(column: Int)
    case copyCell(column: Int)
    case copyName(column: Int)
    case copyPlace(column: Int)
    /// Shows the row as a list that begins at this column. If a list is shown, shows the table
    /// again.
    case record(column: Int)
  }

  package enum Step: Hashable, Sendable {
    case nextSibling, previousSibling, firstSibling, lastSibling, parent, firstChild, lastChild
  }
  package enum Part: Hashable, Sendable { case value, key, parentKey, path, query, row, body }

  /// The identifier of the body. Updates about another body are ignored.
  package var generation: Int
  package var view: DocumentView
  package var action: Action
  /// The row to which the action applies.
  package var row: Int
  package var stepOrigin = StepOrigin.row

  /// The row from which a step starts.
  package enum StepOrigin: Hashable, Sendable {
    case row
    /// The row after the previous step, whose update has not been received yet.
    case lastStep
  }

  /// The rows requested with the update.
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

/// The views of a body.
package enum DocumentView: Hashable, Sendable, CaseIterable {
  /// JSON as a tree. Any other body is shown as in `raw`.
  case tree
  /// JSON formatted with one value per line. A body of another kind, or a larger body, is shown as
  /// received.
  case pretty
  /// The raw bytes: lines of text, or hexadecimal rows of any other body.
  case raw
  /// One value of the tree as separate text.
  case value
}

/// The location of a body's bytes.
package enum DocumentSource: Hashable, Sendable {
  /// A complete body in the store.
  case stored(StoredBody)
  /// Bytes that are still arriving.
  case arriving(StoredBytes)
}
