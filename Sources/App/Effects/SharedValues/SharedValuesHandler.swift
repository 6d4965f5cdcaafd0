import ClientCore
import ClientModel
import ViewModels

/// The effect handler of shared values.
extension SharedEffect: ClientEffect {
  /// The preparation task. Preparing a request reads shared values.
  var serialQueue: EffectQueue { .preparation }

  func carryOut(in context: EffectContext) async throws -> [AppEvent] {
    let client = context.client
    var events: [AppEvent] = []
    switch self {
    case .watch(let keys):
      try await client.sharedValues.report(.keys(keys))
      return []
    case .list: break
    case .read(let key, let use):
      guard let value = try await client.sharedValues.value(of: key) else {
        return [
          .notice(
            Notice(
              .info, "\(key) has no value.", why: "Only its storage rule is set.",
              whatToDo: "Add a value under this key."))
        ]
      }
      return [.shared(.content(key, value.content, use))]
    case .set(let key, let text, let rule):
      try await client.sharedValues.set(key, to: SharedContent(text), as: rule)
      events.append(
        .notice(Notice(.info, "\(key) was set.", whatToDo: "A request can use it as value:\(key)."))
      )
    case .setRule(let key, let rule):
      try await client.sharedValues.setRule(rule, of: key)
      events.append(.notice(Notice(.info, "\(key) is now stored as \(rule.text).")))
    case .remove(let key):
      try await client.sharedValues.remove([key])
      events.append(.notice(Notice(.info, "\(key) was removed.")))
    case .clear:
      let gone = try await client.sharedValues.removeAll()
      events.append(.notice(Notice(.info, "Shared values removed: \(gone.count).")))
    }
    let facts = try await client.sharedValues.all()
    return events + [.shared(.list(facts.map { ListedValue($0, time: $0.changed.text) }))]
  }
}

/// The follower of changes of shared values.
struct SharedValueFollower {
  private let client: Client

  init(_ client: Client) { self.client = client }

  /// Publishes every change of a shared value. The value itself is not published.
  func follow(publish: @escaping @Sendable (AppEvent) async -> Void) async {
    do throws(Failure) {
      for await change in try await client.sharedValues.changes(opening: .nothing) {
        await publish(.shared(.changed(change)))
      }
    } catch {
      await publish(.notice(Notice(error)))
    }
  }
}
