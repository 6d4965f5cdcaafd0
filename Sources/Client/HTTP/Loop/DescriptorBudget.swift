import Glibc

/// The number of transfers for which the process has enough file descriptors.
///
/// A transfer may need three descriptors: for its connection, for its response body, and for a file
/// to send or a second address. Some descriptors are reserved for the store, its locks, the cache,
/// the terminal and child processes.
struct DescriptorBudget: Hashable, Sendable {
  private static let reserve = 48
  private static let perTransfer = 3
  private static let most = 20_000

  let transfers: Int

  /// Creates a budget.
  ///
  /// - Parameter limit: The maximum number of file descriptors of the process.
  init(limit: Int) {
    transfers = min(max((limit - Self.reserve) / Self.perTransfer, 2), Self.most)
  }

  /// Returns the budget of this process. It is computed from the hard limit, because the transport
  /// raises the soft limit.
  static func ofProcess() -> DescriptorBudget {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return DescriptorBudget(limit: 1024)
    }
    return DescriptorBudget(limit: Int(clamping: limit.rlim_max))
  }

  /// Whether the process or the system has no free descriptor now.
  static var isExhausted: Bool {
    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if file < 0 { return errno == EMFILE || errno == ENFILE }
    close(file)
    return false
  }
}
