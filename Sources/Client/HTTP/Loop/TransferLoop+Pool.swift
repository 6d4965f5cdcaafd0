import CCurl
import ClientModel

/// The limit on the number of connections while transfers run.
extension TransferLoop {
  func use(_ pool: ConnectionPool) {
    multi.limit(to: pool)
    closeSurplus(pool)
    watch(now)
  }

  /// Marks the transfers above a lowered limit. They finish normally, and then their connections
  /// are closed.
  private func closeSurplus(_ pool: ConnectionPool) {
    var open: [Origin: Int] = [:]
    var all = 0
    for transfer in transfers.values where transfer.timing.phase != .connecting {
      open[transfer.request.origin, default: 0] += 1
      all += 1
      if open[transfer.request.origin, default: 0] > pool.perHost ?? .max
        || all > pool.overall ?? .max
      {
        transfer.isSurplus = true
        ccurl_set_number(transfer.easy, CCURL_NUMBER_FORBID_REUSE, 1)
      }
    }
  }
}
