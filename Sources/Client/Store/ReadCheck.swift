import ClientModel
import Glibc
import Synchronization

/// Checks for reads that the file of the store was not replaced, at most once in each `pause`. A check is a system
/// call; one for each read made writing 50,000 results take 0.91 s instead of 0.74 s. A read without it may
/// return what the replaced file contains. Every write checks.
struct ReadCheck: ~Copyable, Sendable {
  /// The shortest time between two checks, in milliseconds.
  private static let pause: Int64 = 10

  private let identity: StoreIdentity
  /// When a read last checked the identity, in milliseconds of the monotonic clock.
  private let last = Atomic<Int64>(-pause)

  init(of identity: StoreIdentity) { self.identity = identity }

  /// - Throws: A failure if the store was replaced.
  func run() throws(Failure) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    let now = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    guard now - last.load(ordering: .relaxed) >= Self.pause else { return }
    try identity.check()
    last.store(now, ordering: .relaxed)
  }
}
