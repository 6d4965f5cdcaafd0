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
    /// The filter is not finished. The receiver must request the next step.
    case walking(SearchProgress)
    /// The filter needs jq. The receiver must run it.
    case program(SearchProgress)
    case shown(ShownFilter, DocumentFacts)
    /// The unfiltered body is displayed again.
    case unfiltered(DocumentFacts)
    /// The filter was not applied. The text is the reason as a sentence.
    case refused(String)
    /// The keys that can replace the end of the typed text.
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
  /// The first error message of jq. The results before the error are displayed.
  package var fault: String?
  /// Whether there are more results than displayed.
  package var isCut: Bool
  /// A key that is repeated in an object. The filter used only the last value of the key.
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
