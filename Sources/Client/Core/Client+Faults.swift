import ClientModel

/// What happens while the store takes no writes.
extension Client {
  /// True from a write that the store refused until one that it takes.
  public var isStoreFailing: Bool { faultWait != nil }

  /// Keeps what is to be written, starts nothing new, tells the user once, and tries again.
  func begin(fault failure: Failure) {
    if faultWait == nil { tell(.noticed(failure)) }
    let wait = min(.seconds(30), (faultWait ?? .milliseconds(500)) * 2)
    faultWait = wait
    queue.close()
    let time = clock.now.advanced(by: wait)
    fault = StoreFault(
      retry: Task { [clock, weak self] in
        await clock.wait(until: time)
        if !Task.isCancelled { await self?.tryStoreAgain() }
      })
  }

  /// Writes what could not be written; also called when the program ends.
  func tryStoreAgain() async {
    guard fault != nil else { return }
    fault?.retry.cancel()
    fault = nil
    committing = Task { await commitAfterFault() }
    await committing?.value
  }

  private func commitAfterFault() async {
    await commitAll()
    guard fault == nil else { return }
    faultWait = nil
    if quitting == nil { queue.open() }
    fill()
  }
}
