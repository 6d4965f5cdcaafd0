import Glibc

/// How many transfers fit into the descriptors that the process may open.
///
/// Each transfer may need one for its connection, one for the file of its response's body and one for a
/// file that it sends, or for a second address that is tried. The store, its locks, the cache, a screen
/// and programs that are started need some too: these are never given to transfers.
struct DescriptorBudget: Hashable, Sendable {
  private static let reserve = 48
  private static let perTransfer = 3
  private static let most = 20_000

  let transfers: Int

  /// - Parameter limit: How many descriptors there may be in all.
  init(limit: Int) {
    transfers = min(max((limit - Self.reserve) / Self.perTransfer, 2), Self.most)
  }

  /// Based on the hard limit, to which the transport raises the soft limit.
  static func ofProcess() -> DescriptorBudget {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return DescriptorBudget(limit: 1024)
    }
    return DescriptorBudget(limit: Int(clamping: limit.rlim_max))
  }

  /// True when the process, or the system, gives no descriptor now.
  static var isExhausted: Bool {
    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if file < 0 { return errno == EMFILE || errno == ENFILE }
    close(file)
    return false
  }
}
