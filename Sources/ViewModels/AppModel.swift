import ClientModel

/// Everything the user sees and may do: the root of the view models.
package struct AppModel: Sendable {
  package var composer = ComposerModel()
  package var queue = QueueModel()
  package var response = ResponseModel()
  package private(set) var focus = Panel.composer
  package private(set) var viewport = Viewport()

  package init() {}

  /// The contexts that hear a key now, innermost first.
  package var contexts: [Context] { [.composer, .anywhere, .moving, .always] }

  /// Does what the user asked for. A command that cannot act gives a notice with the reason.
  ///
  /// - Returns: What the session must do, in order.
  package mutating func perform(_ command: Command) -> [Effect] { [] }

  /// Takes news from the session.
  package mutating func receive(_ event: AppEvent) -> [Effect] { [] }
}
