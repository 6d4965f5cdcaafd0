import CCurl
import ClientCore
import ClientModel

/// Functions for attempts that could not start because no file descriptor was free. Nothing was
/// sent for them.
extension TransferLoop {
  private static let pause = Duration.milliseconds(100)

  /// Delays an attempt until a transfer ends or 100 ms have passed.
  func delay(_ attempt: OutgoingAttempt) {
    delayed.add(attempt)
    watch(now + Self.pause)
  }

  func beginWaitingForDescriptor() {
    guard delayed.isAnyWaitingForDescriptor else { return }
    for attempt in delayed.takeWaitingForDescriptor() { begin(attempt) }
  }

  /// Returns whether a transfer failed because no descriptor was free. Nothing was sent for such a
  /// transfer.
  func lacksDescriptor(_ transfer: Transfer, _ cause: Ending.Cause) -> Bool {
    guard case .library(let code) = cause, transfer.failure == nil, !transfer.repeats.hasResponse,
      transfer.timing.phase == .connecting,
      [CCURL_CONNECT, CCURL_HOST_NAME, CCURL_OUT_OF_MEMORY].contains(Int(code))
    else { return false }
    return DescriptorBudget.isExhausted
  }
}
