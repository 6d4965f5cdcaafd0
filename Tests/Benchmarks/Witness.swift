import Foundation
import Synchronization

/// A thread that only sleeps, beside what is measured: how late it wakes is the machine's own part.
///
/// Where processors are lent, all of a machine stands still for up to a tenth of a second now and then, and
/// no program that is measured meanwhile can answer.
final class Witness: Sendable {
  private static let nap = Duration.milliseconds(2)

  private let lateness = Mutex<[Double]>([])
  private let isOver = Mutex(false)

  private init() {
    Thread.detachNewThread { [self] in
      while !isOver.withLock({ $0 }) {
        let start = ContinuousClock.now
        usleep(UInt32(Self.nap.inSeconds * 1_000_000))
        let late = (ContinuousClock.now - start - Self.nap).inSeconds
        lateness.withLock { $0.append(late) }
      }
    }
  }

  /// - Returns: What `body` gives, and in seconds how late each waking was meanwhile.
  static func beside<Value>(_ body: () throws -> Value) rethrows -> (Value, lateness: [Double]) {
    let witness = Witness()
    defer { witness.isOver.withLock { $0 = true } }
    let value = try body()
    return (value, witness.lateness.withLock { $0 })
  }
}
