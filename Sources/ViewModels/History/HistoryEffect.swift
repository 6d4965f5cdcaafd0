package import ClientModel

/// An effect of the history.
package enum HistoryEffect: FeatureEffect {
  /// Loads a page of exchanges that match the filter, of jobs older than `before`. Results in
  /// `HistoryEvent.page` with the same number.
  case load(String, before: JobID?, number: Int)
  /// Finds the newest job of an open request. Results in `ComposerEvent.found` if there is one.
  case findLast(ComposedRequest)
}

/// An event of the history.
package enum HistoryEvent: ListEvent {
  case page(HistoryUpdate)

  static let list: WritableKeyPath<ListSources, HistoryModel> & Sendable = \.history
}

/// A page of the history.
package struct HistoryUpdate: Hashable, Sendable {
  package let number: Int
  package let rows: [HistoryRow]
  /// The start of the older rows, or nil if there are none.
  package let next: JobID?

  package init(number: Int, rows: [HistoryRow], next: JobID?) {
    self.number = number
    self.rows = rows
    self.next = next
  }
}

extension Effect {
  package static func history(_ effect: HistoryEffect) -> Effect { .feature(.init(effect)) }
}

extension AppEvent {
  package static func history(_ event: HistoryEvent) -> AppEvent { .feature(event) }
}
