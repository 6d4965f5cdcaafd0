import ViewModels

/// A serial task: its effects run one after another, in the order in which the user requested them.
enum EffectQueue: Hashable {
  /// The task of new requests, and of the features whose state is used to prepare them.
  case preparation
  /// The task of lane commands. It waits for no other task.
  case lanes
  /// The task of a single feature.
  case feature(ObjectIdentifier)
}

/// The tasks that carry out effects.
struct EffectTasks {
  /// The last effect of each serial task.
  private var last: [EffectQueue: Task<Void, Never>] = [:]
  private var isClosed = false

  /// Adds an effect. Its work begins when the earlier effects of its own serial task and of the
  /// tasks in `follows` have ended.
  mutating func add(
    _ effect: some ClientEffect, _ work: @escaping @Sendable () async -> Void
  ) {
    guard !isClosed else { return }
    let earlier = ([effect.serialQueue] + type(of: effect).follows).compactMap { last[$0] }
    last[effect.serialQueue] = Task {
      for task in earlier { await task.value }
      await work()
    }
  }

  /// Accepts no more effects. Accepted effects are still carried out.
  mutating func close() { isClosed = true }
}

/// Work that is carried out one after another, in the order in which it was added.
struct SerialTask {
  private var last: Task<[AppEvent], Never>?

  /// Adds work. It begins when all earlier work has ended.
  mutating func add(
    _ work: @escaping @Sendable () async -> [AppEvent]
  ) -> Task<[AppEvent], Never> {
    let before = last
    let task = Task {
      _ = await before?.value
      return await work()
    }
    last = task
    return task
  }
}
