import ClientModel
import Synchronization

/// One watcher's side of the news: opens values at the pace at which they are read.
final class SharedNewsReader: Sendable {
  let watch: SharedWatch
  let opening: SharedOpening
  private let buffer: NewsBuffer<SharedWatches.News>
  /// What was read last of each key, for the news of its removal.
  private let contents = Mutex<[SharedKey: SharedContent]>([:])

  init(_ watch: SharedWatch, opening: SharedOpening, buffering most: Int) {
    self.watch = watch
    self.opening = opening
    buffer = NewsBuffer(most: most)
  }

  func put(_ news: SharedWatches.News) {
    if watch.covers(news.key) { buffer.put(news) }
  }

  func finish() { buffer.finish() }

  /// Nil when nothing will come any more.
  func next(
    _ read: @Sendable (SharedKey) async throws(Failure) -> SharedValue?
  ) async -> SharedValueChange? {
    switch await buffer.next() {
    case nil: return nil
    case .dropped(let count): return .dropped(count)
    case .element(.updated(let facts)):
      return .updated(facts, opens(facts) ? await reading(facts.key, read) : .unread)
    case .element(.removed(let facts, let content)):
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

  /// The value as it is now: where it has changed again, that news comes next.
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
