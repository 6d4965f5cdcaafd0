package import ClientModel

/// An operation on the limits of the connection pool. They are stored in the user's settings.
package enum ConnectionsEffect: FeatureEffect {
  /// Reads the limits and opens the prompt for new ones.
  case edit
  case set(ConnectionPool)
}

extension ConnectionPool {
  /// Parses three numbers: the maximum number of connections per host, the maximum in total, and
  /// the number above which idle connections are closed. The number 0 selects the default. Returns
  /// nil if the text is not valid.
  init?(prompt text: String) {
    let words = text.words(at: " ")
    let numbers = words.compactMap { Int($0) }.filter { (0...100_000).contains($0) }
    guard words.count == 3, numbers.count == 3 else { return nil }
    let limits = numbers.map { $0 == 0 ? nil : $0 }
    self.init(perHost: limits[0], overall: limits[1], idle: limits[2])
  }

  private var prompt: String {
    [perHost, overall, idle].map { String($0 ?? 0) }.joined(separator: " ")
  }

  /// The effect that asks for new limits.
  package var asked: Effect { .ask(Prompt(ConnectionsPrompt(), text: prompt)) }
}

/// A prompt for the limits of the connection pool.
struct ConnectionsPrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, AppModel> & Sendable = \.self

  var label: String { "Connections per host, in total, idle" }
  var need: String? { "Three numbers are needed, such as: 6 100 0" }
  var advice: String? {
    "The maximum per host, the maximum in total, and the number above which idle connections are "
      + "closed. 0 selects the default."
  }

  func fault(in text: String, _ model: AppModel) -> Notice? {
    ConnectionPool(prompt: text) == nil
      ? Notice(
        .warning, "The limits were not changed.",
        why: "They are three whole numbers from 0 to 100000.",
        whatToDo: "Write, for instance: 6 100 0")
      : nil
  }

  func accept(_ text: String, _ model: inout AppModel) -> [Effect] {
    ConnectionPool(prompt: text).map { [.feature(.init(ConnectionsEffect.set($0)))] } ?? []
  }
}

extension FeatureCommand {
  package static let connections = FeatureCommand(
    "connections",
    .init(
      "Set the limits of the connection pool", hint: "connections",
      help: "The settings store the limits. They apply at once.")
  ) { _ in [.feature(.init(ConnectionsEffect.edit))] }
}
