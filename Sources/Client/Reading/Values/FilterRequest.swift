package import ClientDocuments

/// A request to show a body filtered by a jq program.
package struct FilterRequest: Hashable, Sendable {
  package var text: String
  /// The number of the filter. Late results of earlier filters are ignored.
  package var number: Int
  /// The generation of the result's body.
  package var generation: Int

  package init(_ text: String, number: Int, generation: Int) {
    self.text = text
    self.number = number
    self.generation = generation
  }
}

/// An update about a filter.
package struct FilterUpdate: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    /// The filter is not finished. The model requests the next step.
    case walking(SearchProgress)
    /// jq must run. The model requests a run.
    case program(SearchProgress)
    case shown(ShownFilter, DocumentFacts)
    /// The unfiltered body is displayed again.
    case unfiltered(DocumentFacts)
    /// The displayed content does not change. The text is the reason as a sentence.
    case refused(String)
    /// Keys that can replace the end of the typed text.
    case keys(KeyCompletion?, for: String)
  }

  package var number: Int
  package var state: State

  package init(number: Int, standing: State) {
    self.number = number
    self.state = standing
  }
}

/// A filter whose result is displayed.
package struct ShownFilter: Hashable, Sendable {
  package var text: String
  package var engine: BodyFilter.Engine
  package var count: Int
  /// The first error message of jq. Results before the error are displayed.
  package var fault: String?
  /// Whether there are more results than displayed.
  package var isCut: Bool
  /// A key that is repeated in an object. Only the last value was used.
  package var repeatedKey: String?

  package init(
    text: String, manner: BodyFilter.Engine, count: Int, fault: String? = nil, isCut: Bool = false,
    repeatedKey: String? = nil
  ) {
    self.text = text
    self.engine = manner
    self.count = count
    self.fault = fault
    self.isCut = isCut
    self.repeatedKey = repeatedKey
  }
}
