package import ClientDocuments
package import ClientModel

/// A request about the displayed body. A `BodyReader` handles requests in order, outside the UI
/// thread, and publishes one `DocumentUpdate` for each.
package struct DocumentRequest: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// Opens this body and closes the previous one.
    case open(DocumentSource, mediaType: String?)
    /// Replaces the body with a longer or complete version. Folds do not change.
    case extend(DocumentSource)
    /// Replaces the body with one that has more content. Folds before the new content are kept.
    case grow(DocumentSource)
    case rows
    /// Stops reading the body until `resumeReading` or until more bytes arrive.
    case stopReading
    case resumeReading
    case close
    case fold(Folding)
    case go(Step)
    /// Selects the value at this path. If that value does not exist, selects the last existing
    /// value on the path.
    case follow(String)
    /// Shows the row's value as separate text.
    case viewValue(ValueViewOptions)
    /// Wraps the displayed text again.
    case rewrap(ValueViewOptions)
    /// Changes the wrapping to that of the request. The text at this column of the row in this view
    /// is selected in the request's view.
    case layOut(from: DocumentView, column: Int)
    /// Closes the displayed text.
    case closeLook
    /// Requests the keys that can complete a path while it is typed.
    case completePath(String, number: Int)
    /// Selects and opens the value at this JSON Pointer, if it exists.
    case openData(at: String)
    case find(DocumentSearch)
    /// Searches while the text is typed. The search starts from the origin, with the nodes that
    /// were open when typing began.
    case seek(DocumentSearch, from: SeekOrigin)
    /// Ends a cancelled search, and restores the nodes that were open before it.
    case endSeek(SeekOrigin)
    /// Continues the search with this number.
    case continueSearch(Int)
    /// Continues the count of matches for the search with this number.
    case count(Int)
    case copy(Part)
    /// Requests the properties of the selected value for another feature.
    case use(NodeUse.Purpose)
    /// Sorts the displayed table, or copies a part of it.
    case table(TableAction)
    /// Reads the body again as this kind. Nil means the detected kind.
    case show(as: BodyKind?)
    /// Reads the text again in this encoding. Nil means the declared encoding.
    case decode(as: TextEncoding?)
    /// Filters the body with a jq program.
    case filter(FilterRequest)
    /// Continues the filter with this number.
    case continueFilter(Int)
    /// Shows the unfiltered body again.
    case showUnfiltered(FilterRequest)
    /// Requests the keys that can complete a jq program while it is typed.
    case complete(String, number: Int)
    /// Compares the body with an earlier body.
    case compare(with: DocumentSource, mediaType: String?, ignoring: [IgnoredPath])
    /// Renders the part of the body at this JSON Pointer.
    case render(ViewPlan, root: String)
    /// Counts the messages of a subscription by topic, starting at the end of the previous count.
    case countTopics

    /// Whether the action moves the selection.
    package var isStep: Bool {
      switch self {
      case .fold, .go, .follow, .find, .layOut: true
      default: false
      }
    }

    /// Whether the program sends the action without a key press.
    package var isAutomatic: Bool {
      switch self {
      case .extend, .grow: true
      default: false
      }
    }
  }

  package enum Folding: Hashable, Sendable {
    case toggle
    /// Opens a closed container. In an open container, selects the first child.
    case open
    /// Closes an open container. For any other row, selects the parent.
    case close
    case openAll, closeAll
    /// Opens or closes the value and its siblings.
    case openSiblings, closeSiblings
    /// Shows the values down to this depth. Depth 1 shows the children of the root.
    case toDepth(Int)
  }

  /// An action on a table. Column indices are zero-based.
  package enum TableAction: Hashable, Sendable {
    case sort(column: Int)
    case copyCell(column: Int)
    case copyName(column: Int)
    case copyPlace(column: Int)
    /// Shows the row as a list with this column selected, or shows the table again if a list is
    /// displayed.
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
  /// The row that the action applies to.
  package var row: Int
  package var stepOrigin = StepOrigin.row

  /// The row from which a step starts.
  package enum StepOrigin: Hashable, Sendable {
    case row
    /// The row after the previous step. Its update may not have been received yet.
    case lastStep
  }

  /// The range of rows to return in the update.
  package var window: Range<Int>
  package var hexLength = HexRows.Length.sixteen
  /// The maximum number of bytes of a line. Longer lines are cut.
  package var lineLength = 2048
  /// The wrapping of the view `wrapped`, or nil if lines are not wrapped.
  package var wrap: TextWrap?

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
  /// JSON as a tree, or the rows of an outline, event stream or table. Other bodies are shown as in
  /// `raw`.
  case tree
  /// Formatted JSON. A body that is too large or not JSON is shown as received.
  case pretty
  /// The raw bytes as lines of text. Bytes that are not text are shown as hexadecimal rows.
  case raw
  /// The lines of `pretty` or `raw`, wrapped at the width of the panel.
  case wrapped
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
