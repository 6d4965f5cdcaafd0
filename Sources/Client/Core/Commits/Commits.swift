/// What is to be committed, and the commits under way: one at a time.
struct Commits {
  var outbox: Outbox
  var task: Task<Void, Never>?
  var health = StoreHealth()

  init(jars: CookieJars) { outbox = Outbox(jars: jars) }

  /// Whether there is nothing to commit and nothing is being committed.
  var isResting: Bool { outbox.isEmpty && task == nil && !health.isWaiting }

  /// Whether a task that commits is to begin.
  var isDue: Bool { task == nil && !health.isWaiting && !outbox.isEmpty }

  /// Whether more will be committed by itself: a store that failed is left alone for a while.
  var goOn: Bool { task != nil || (!outbox.isEmpty && !health.isWaiting) }
}
