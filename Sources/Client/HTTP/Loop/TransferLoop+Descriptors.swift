import CCurl
import ClientCore
import ClientModel

/// Attempts that could not begin because there was no descriptor. They wait; nothing of them was sent.
extension TransferLoop {
  private static let pause = Duration.milliseconds(100)

  /// Delays an attempt until a transfer has ended, or a moment has passed.
  func putOff(_ attempt: OutgoingAttempt) {
    putOff.append(attempt)
    watch(now + Self.pause)
  }

  /// Lets those that wait try again.
  func beginPutOff() {
    guard !putOff.isEmpty else { return }
    let waiting = putOff
    putOff = []
    for attempt in waiting { begin(attempt) }
  }

  func cancelPutOff(_ ids: Set<AttemptID>?) {
    let stopped = putOff.filter { ids?.contains($0.id) ?? true }
    putOff.removeAll { ids?.contains($0.id) ?? true }
    for attempt in stopped { refuse(attempt, end: .cancelled) }
  }

  /// True when a transfer ended before anything was sent because the system gave it no descriptor.
  func lacksDescriptor(_ transfer: Transfer, _ cause: Ending.Cause) -> Bool {
    guard case .library(let code) = cause, transfer.failure == nil, !transfer.hasResponse,
      transfer.phase == .connecting,
      [CCURL_CONNECT, CCURL_HOST_NAME, CCURL_OUT_OF_MEMORY].contains(Int(code))
    else { return false }
    return DescriptorBudget.isExhausted
  }
}
