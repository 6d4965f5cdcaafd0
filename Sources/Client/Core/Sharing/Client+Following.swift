import ClientModel

/// Waiting for work that another process does: whether it has any is read from the store, each time
/// somebody changed that.
extension Client {
  /// Has the store looked at for those who wait until the queue is drained, if another process drains.
  func lookOn() {
    guard runner.isFollower, isIdle, !lifetime.isQuitting,
      waiting.idle.waitForDrained
    else { return }
    guard runner.lookout == .resting else {
      runner.lookout = .readingAgain
      return
    }
    runner.lookout = .reading
    Task { await look() }
  }

  /// A process that drains may commit hundreds of times a second.
  static let pauseBetweenLooks = Duration.milliseconds(50)

  private func look() async {
    while runner.isFollower, !lifetime.isQuitting {
      var pause = Self.pauseBetweenLooks
      runner.lookout = .reading
      do throws(Failure) {
        let isQuiet = try await isQuietElsewhere()
        // Meanwhile it may have ended: what is left is for this process to judge.
        if isQuiet, runner.isFollower, isIdle {
          waiting.idle.resume { $0 == .drained }
          break
        }
      } catch {
        publish(.noticed(error))
        pause = .seconds(1)
        runner.lookout = .readingAgain
      }
      guard runner.lookout == .readingAgain else { break }
      await clock.wait(until: clock.now.advanced(by: pause))
    }
    runner.lookout = .resting
  }

  private func isQuietElsewhere() async throws(Failure) -> Bool {
    let revision = try await storage.commit(StoreBatch()).revision
    // Whoever drained marks its lanes before it leaves: that is no end of their work.
    if runner.restartRule == .goOn { try await resumeAfterRestart() }
    if try await WorkElsewhere(storage: storage).exists() { return false }
    if try await storage.commit(StoreBatch()).revision == revision { return true }
    // What moved between two reads was perhaps seen by neither.
    runner.lookout = .readingAgain
    return false
  }
}
