import CCurl
import ClientCore
import ClientModel

/// Attempts that could not begin because there was no descriptor. They wait; nothing of them was sent.
extension TransferLoop {
  private static let pause = Duration.milliseconds(100)

  /// Delays an attempt until a transfer has ended, or a moment has passed.
  func putOff(_ attempt: OutgoingAttempt) {
    delayed.putOff(attempt)
    watch(now + Self.pause)
  }

  /// Lets those that wait try again.
  func beginPutOff() {
    guard delayed.hasPutOff else { return }
    for attempt in delayed.takePutOff() { begin(attempt) }
  }

  /// True when a transfer ended before anything was sent because the system gave it no descriptor.
  func lacksDescriptor(_ transfer: Transfer, _ cause: Ending.Cause) -> Bool {
    guard case .library(let code) = cause, transfer.failure == nil, !transfer.repeats.hasResponse,
      transfer.timing.phase == .connecting,
      [CCURL_CONNECT, CCURL_HOST_NAME, CCURL_OUT_OF_MEMORY].contains(Int(code))
    else { return false }
    return DescriptorBudget.isExhausted
  }
}
