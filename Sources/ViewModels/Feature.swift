/// An effect of a feature.
///
/// The view models of a feature are in one folder: a list, its effects and its events. The handler
/// of the effects is in a folder with the same name.
package protocol FeatureEffect: Hashable, Sendable {}

/// An event for the list of a feature.
package protocol FeatureEvent: Sendable {}

/// An effect of any feature.
package struct AnyFeatureEffect: Hashable, Sendable {
  package let effect: any FeatureEffect

  init(_ effect: some FeatureEffect) { self.effect = effect }

  package static func == (one: Self, other: Self) -> Bool {
    AnyHashable(one.effect) == AnyHashable(other.effect)
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(effect)) }
}

/// An event of a feature. It knows the list that handles the event.
protocol ListEvent: FeatureEvent {
  associatedtype List: EventListSource where List.Event == Self
  static var list: WritableKeyPath<ListSources, List> & Sendable { get }
}

/// A list that handles the events of its feature.
protocol EventListSource: ListSource {
  associatedtype Event: ListEvent
  mutating func receive(_ event: Event, _ visibility: ListVisibility) -> [Effect]
}

/// The position of a list among the overlays.
enum ListVisibility { case closed, covered, uppermost }

extension ListEvent {
  /// Passes the event to the list that handles it. The cursor of the list stays on the same row.
  func deliver(to model: inout AppModel) -> [Effect] {
    let visibility = model.overlays.standing(of: ListID(Self.list))
    return model.change(Self.list) { $0.receive(self, visibility) }
  }
}
