package import ClientDocuments

/// A request to show a body filtered by a jq program.
package struct FilterOrder: Hashable, Sendable {
  package var text: String
  /// Distinguishes the filter from earlier ones, whose results may arrive late.
  package var number: Int
  /// The generation number of the body that the result becomes.
  package var generation: Int

  package init(_ text: String, number: Int, generation: Int) {
    self.text = text
    self.number = number
    self.generation = generation
  }
}

/// What the reader reports of a filter.
package struct FilterUpdate: Hashable, Sendable {
  package enum Standing: Hashable, Sendable {
    /// The filter is not finished; the model requests the next step.
    case walking(SearchProgress)
    /// jq must run; the model requests a run.
    case program(SearchProgress)
    case shown(ShownFilter, DocumentFacts)
    /// The unfiltered body shows again.
    case unfiltered(DocumentFacts)
    /// The visible content does not change; the text is the reason, in one sentence.
    case refused(String)
    /// Keys that may stand for the last characters of what is being typed.
    case keys(KeyCompletion?, for: String)
  }

  package var number: Int
  package var standing: Standing

  package init(number: Int, standing: Standing) {
    self.number = number
    self.standing = standing
  }
}

/// A filter whose result is on show.
package struct ShownFilter: Hashable, Sendable {
  package var text: String
  package var manner: BodyFilter.Manner
  package var count: Int
  /// jq's first complaint; what came before it is on show.
  package var fault: String?
  /// Whether there are more results than are listed.
  package var isCut: Bool
  /// A key that stands more than once in an object: only its last value was looked at.
  package var repeatedKey: String?

  package init(
    text: String, manner: BodyFilter.Manner, count: Int, fault: String? = nil, isCut: Bool = false,
    repeatedKey: String? = nil
  ) {
    self.text = text
    self.manner = manner
    self.count = count
    self.fault = fault
    self.isCut = isCut
    self.repeatedKey = repeatedKey
  }
}
