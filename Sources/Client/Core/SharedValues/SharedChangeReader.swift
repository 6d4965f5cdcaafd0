import ClientModel
import Synchronization

/// Reads the changes for one subscriber. Values are decrypted when the subscriber reads them.
final class SharedChangeReader: Sendable {
  let watch: SharedWatch
  let opening: SharedOpening
  private enum Item: Droppable {
    case change(SharedWatches.Change)
    case dropped(Int)

    static func dropped(_ count: Int, before next: Item?) -> Item { .dropped(count) }
  }

  private let buffer: SubscriberBuffer<Item>
  /// The last value of each key that was read. It is reported when the key is removed.
  private let contents = Mutex<[SharedKey: SharedContent]>([:])

  init(_ watch: SharedWatch, opening: SharedOpening, buffering most: Int) {
    self.watch = watch
    self.opening = opening
    buffer = SubscriberBuffer(limit: most)
  }

  func put(_ change: SharedWatches.Change) {
    if watch.covers(change.key) { buffer.put([.change(change)]) }
  }

  func finish() { buffer.finish() }

  /// Waits for the next change and returns it. Returns nil after the end of the stream.
  func next(
    _ read: @Sendable (SharedKey) async throws(Failure) -> SharedValue?
  ) async -> SharedValueChange? {
    switch await buffer.next() {
    case nil: return nil
    case .dropped(let count): return .dropped(count)
    case .change(.updated(let facts)):
      return .updated(facts, opens(facts) ? await reading(facts.key, read) : .unread)
    case .change(.removed(let facts, let content)):
      let last = contents.withLock { $0.removeValue(forKey: facts.key) } ?? content
      return .removed(facts, opens(facts) ? last.map { .content($0) } ?? .unread : .unread)
    }
  }

  var opensAny: Bool { opening != .nothing }

  func opens(_ facts: SharedValueFacts) -> Bool {
    switch opening {
    case .nothing: false
    case .openOnly: !facts.rule.isSecret
    case .everything: true
    }
  }

  /// Returns the current value of a key. If the key changes again, the next element reports this
  /// change.
  private func reading(
    _ key: SharedKey, _ read: @Sendable (SharedKey) async throws(Failure) -> SharedValue?
  ) async -> SharedReading {
    do throws(Failure) {
      guard let value = try await read(key) else { return .unread }
      contents.withLock { $0[key] = value.content }
      return .content(value.content)
    } catch {
      return .failed(error)
    }
  }
}
