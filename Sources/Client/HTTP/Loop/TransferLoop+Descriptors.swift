import CCurl
import ClientCore
import ClientModel

/// The attempts that could not start because no file descriptor was free. Nothing was sent for
/// them.
extension TransferLoop {
  private static let pause = Duration.milliseconds(100)

  /// Delays an attempt until a transfer has ended or 100 ms have passed.
  func putOff(_ attempt: OutgoingAttempt) {
    delayed.putOff(attempt)
    watch(now + Self.pause)
  }

  /// Starts the delayed attempts again.
  func beginPutOff() {
    guard delayed.hasPutOff else { return }
    for attempt in delayed.takePutOff() { begin(attempt) }
  }

  /// Returns whether a transfer ended before anything was sent because the system had no descriptor
  /// for it.
  func lacksDescriptor(_ transfer: Transfer, _ cause: Ending.Cause) -> Bool {
    guard case .library(let code) = cause, transfer.failure == nil, !transfer.repeats.hasResponse,
      transfer.timing.phase == .connecting,
      [CCURL_CONNECT, CCURL_HOST_NAME, CCURL_OUT_OF_MEMORY].contains(Int(code))
    else { return false }
    return DescriptorBudget.isExhausted
  }
}
