package import ClientCatalogs
package import ClientDocuments
package import ClientModel
package import ReadingValues

/// One line that is asked for at the foot of the screen.
package struct Prompt: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    /// What to find in the response: the modes are the query's, the text is the line's.
    case find(SearchQuery)
    /// A path to go to in the body on show.
    case path
    /// A jq program to see the response through.
    case filter
    case saveRequest
    case renameRequest(String)
    /// A path to save the body on show to.
    case saveBody
    /// A path to save a value of the body to.
    case saveNode(NodeSpan)
    /// What each answer of the composed request shall be checked by.
    case assertion
    /// The saved request that each element of an array shall fill.
    case elements(NodeSpan, source: String)
    /// A path to write the result file of a batch to.
    case saveRows(GraphID)
    /// A file of which each row shall be a job.
    case eachFile
    /// Another value for a cookie.
    case cookieValue(Cookie)
    case gatewayName
    /// Where the gateway of that name begins.
    case gatewayURL(String)
    /// A new shared value's key, with how it is kept.
    case sharedKey
    /// A shared value, with a new key's rule.
    case sharedValue(SharedKey, SharedRule?)
    case sharedRule(SharedKey)
    /// The name of a new member of an object of the form.
    case memberName(FieldID)
    /// Another text for a field of the gateway of that name.
    case gatewayField(String, GatewayField)
  }

  package var purpose: Purpose
  package var buffer: TextBuffer
  /// What is missing, once an empty line was accepted; shown where the text would stand.
  package private(set) var problem: String?
  /// Why what is typed is no expression; nil when it is one, and for other prompts.
  package private(set) var fault: Notice?
  /// Why nothing can be asked for now: what is typed is swallowed, and is no command for what lies below.
  package private(set) var refusal: Notice?

  package init(purpose: Purpose, buffer: TextBuffer) {
    self.purpose = purpose
    self.buffer = buffer
  }

  /// Asks with a text that stands there already; a path is marked, so that typing replaces it.
  init(asking purpose: Purpose, text: String) {
    self.init(purpose: purpose, buffer: TextBuffer(text))
    guard purpose == .path else { return }
    var killed = ""
    _ = buffer.perform(.lineStart, killed: &killed)
    _ = buffer.perform(.selectLineEnd, killed: &killed)
  }

  /// Takes nothing and says why.
  init(refusing purpose: Purpose, _ refusal: Notice) {
    self.init(purpose: purpose, buffer: TextBuffer())
    self.refusal = refusal
  }

  /// How what is to be found is meant; nil for other prompts. Its text is that of the buffer only
  /// once the line is taken.
  package var query: SearchQuery? { if case .find(let query) = purpose { query } else { nil } }

  /// Takes modes and what is typed, and says what is wrong with the two together.
  mutating func sees(_ query: SearchQuery) {
    purpose = .find(query)
    fault = query.other(buffer.text).fault.map {
      Notice(.error, $0.what, why: $0.why, whatToDo: $0.whatToDo)
    }
  }

  /// True when the line can be taken; else it says what is needed.
  mutating func isComplete() -> Bool {
    problem = nil
    guard let need, buffer.text.allSatisfy(\.isWhitespace) else { return true }
    buffer = TextBuffer()
    problem = need
    return false
  }

  /// Nil where nothing typed is an answer too.
  private var need: String? {
    switch purpose {
    case .saveRequest, .renameRequest: "A name is needed, such as users/list."
    case .assertion: "An assertion is needed, such as status 2xx."
    case .saveBody, .saveRows, .saveNode: "A path is needed."
    case .eachFile: "A file is needed: .csv, .json or .ndjson."
    case .sharedKey: "A key is needed, such as token, or: token secret"
    case .memberName: "A name is needed."
    case .gatewayName: "A name is needed, such as api."
    case .gatewayURL, .gatewayField(_, .url): "A URL is needed."
    case .find, .filter, .path, .cookieValue, .sharedValue, .sharedRule, .gatewayField, .elements:
      nil
    }
  }

  /// What stands before the text.
  package var label: String {
    switch purpose {
    case .find(let query): "Find" + query.modes
    case .filter: "Filter"
    case .path: "Go to"
    case .saveRequest: "Save as"
    case .renameRequest(let name): "Rename \(name) to"
    case .saveBody: "Save the body to"
    case .saveNode: "Save the value to"
    case .assertion: "Assert"
    case .elements: "Saved request to send for each element"
    case .saveRows(let batch): "Save the rows of \(batch) to"
    case .eachFile: "One job for each row of"
    case .sharedKey: "Key, and how it is kept"
    case .sharedValue(let key, _): "Value of \(key)"
    case .sharedRule(let key): "Keep \(key) as"
    case .memberName: "Name of the member"
    case .gatewayName: "Name of the gateway"
    case .gatewayURL(let name): "URL of \(name)"
    case .gatewayField(let name, let field): "\(field.label) of \(name)"
    case .cookieValue(let cookie): "Value of \(cookie.name)"
    }
  }
}
