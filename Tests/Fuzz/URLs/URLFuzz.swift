import CCurl
import Foundation
import Glibc

/// `weir-fuzz urls [--seconds N | --count N] [--seed N]`: compares Weir's URL parser with libcurl's and
/// prints a table of what only one of them accepts. Ends with 1 when they disagree.
struct URLFuzz {
  var seconds: Int
  /// Nil: until the time is up.
  var count: Int?
  var seed: Int

  func run() throws {
    // libcurl reads international hosts in the charset of the locale.
    setlocale(LC_CTYPE, "C.UTF-8")
    guard ccurl_prepare() == 0 else { throw Fault(description: "libcurl cannot be opened") }
    var strings = URLStrings(seed: UInt64(seed))
    var comparison = URLComparison()
    let end = ContinuousClock.now + .seconds(seconds)
    while count.map({ comparison.strings < $0 }) ?? (ContinuousClock.now < end) {
      comparison.compare(strings.next())
    }
    for (reason, times) in comparison.reasons.sorted(by: { $0.value > $1.value }) {
      print("urls: \(times)  \(reason)")
    }
    for fault in comparison.faults.prefix(40) { print("urls: FAULT \(fault)") }
    print(
      "urls: \(comparison.strings) strings, seed \(seed): \(comparison.both) accepted by both alike, "
        + "\(comparison.neither) by neither, \(comparison.faults.count) faults")
    if !comparison.faults.isEmpty { exit(1) }
  }

  struct Fault: Error, CustomStringConvertible { var description: String }
}
