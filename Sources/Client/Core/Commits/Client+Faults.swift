import ClientModel

/// What happens while the store takes no writes.
extension Client {
  /// True from a write that the store refused until one that it takes.
  public var isStoreFailing: Bool { commits.health.isFailing }

  /// Keeps what is to be written, starts nothing new, tells the user once, and tries again.
  func begin(fault failure: Failure) {
    if !commits.health.isFailing { publish(.noticed(failure)) }
    queue.close()
    let time = clock.now.advanced(by: commits.health.failed())
    commits.health.waits(
      for: Task { [clock, weak self] in
        await clock.wait(until: time)
        if !Task.isCancelled { await self?.tryStoreAgain() }
      })
  }

  /// Writes what could not be written; also called when the program ends.
  func tryStoreAgain() async {
    guard commits.health.beginRetry() else { return }
    commits.task = Task { await commitAfterFault() }
    await commits.task?.value
  }

  private func commitAfterFault() async {
    await commitAll()
    guard !commits.health.isWaiting else { return }
    commits.health.recovered()
    if !lifetime.isQuitting { queue.open() }
    fill()
  }
}
