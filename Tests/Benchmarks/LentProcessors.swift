import Foundation
import TestSupport

/// What others took of this machine's processors: time in which a thread of ours was ready and stood still.
///
/// Where processors are lent, that is half of all for minutes now and then, and no bar can be judged then.
enum LentProcessors {
  /// A share of what was asked for, beyond which a look is worth another one.
  private static let bearable = 0.05
  private static let looksAtMost = 3

  /// Looks again while others took too much, and reports the look that lost the least, whatever it found.
  ///
  /// - Returns: What that look gives, and a row that says how much it lost.
  static func calmest<Value>(
    _ name: String, _ look: () throws -> Value
  ) throws -> (Value, BenchRow) {
    var best: (value: Value, share: Double)?
    var looks = 0
    repeat {
      looks += 1
      let before = try Ticks()
      let value = try look()
      let share = try Ticks().taken(since: before)
      if share < best?.share ?? .infinity { best = (value, share) }
    } while (best?.share ?? 0) > bearable && looks < looksAtMost
    guard let best else { throw RigError("Nothing was looked at.", why: "No look was allowed.") }
    let count = looks == 1 ? "" : ", the calmest of \(looks) looks"
    return (best.value, BenchRow("\(name), taken by others", "\(Int(best.share * 100)) %\(count)"))
  }
}

/// The first line of /proc/stat, proc(5): ticks of all processors since the machine began.
private struct Ticks {
  private let worked: Int
  private let stolen: Int

  init() throws {
    let text = try String(contentsOfFile: "/proc/stat", encoding: .utf8)
    let fields = text.prefix { $0 != "\n" }.split(separator: " ").dropFirst().compactMap { Int($0) }
    guard fields.count >= 8 else {
      throw RigError("/proc/stat cannot be read.", why: "It has \(fields.count) fields of 8.")
    }
    // user nice system idle iowait irq softirq steal
    worked = fields[0...2].reduce(0, +) + fields[5] + fields[6]
    stolen = fields[7]
  }

  func taken(since earlier: Ticks) -> Double {
    let lost = Double(stolen - earlier.stolen)
    return lost / max(1, lost + Double(worked - earlier.worked))
  }
}
