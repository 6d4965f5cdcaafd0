package import ClientModel

/// An operation on the history.
package enum HistoryEffect: FeatureEffect {
  /// Loads a page of the exchanges that match a filter. Their jobs are older than `before`. Nil
  /// loads the newest page. Results in `HistoryEvent.page` with the same number.
  case load(String, before: JobID?, number: Int)
  /// Reads the most recent jobs of the workspace. Results in `FinderEvent`.
  case recentJobs
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
  /// The job before which the next page starts. Nil if there are no older rows.
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
