import ViewModels

/// A serial task. Its effects run one after another, in the order in which the user requested them.
enum EffectQueue: Hashable {
  /// The task for new requests. It also runs the effects on the state that new requests use.
  case preparation
  /// The task for lane commands. It does not wait for any other task.
  case lanes
  /// The task for a single feature.
  case feature(ObjectIdentifier)
}

/// The tasks that carry out effects.
struct EffectTasks {
  /// The last effect of each serial task.
  private var last: [EffectQueue: Task<Void, Never>] = [:]
  private var isClosed = false

  /// Adds an effect. It begins when its own task and the tasks in `follows` have completed their
  /// earlier effects.
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

  /// Rejects new effects. Accepted effects are still carried out.
  mutating func close() { isClosed = true }
}

/// Work that runs one after another, in the order in which it was added.
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
