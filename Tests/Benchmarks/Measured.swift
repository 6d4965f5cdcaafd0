import CRig
import Foundation
import TestSupport

/// One run of a program: how long, how much memory, how it ended.
struct Measured {
  enum Show { case nothing, output }

  let seconds: Double
  let peakKilobytes: Int
  /// The exit code, or 128 and the signal's number.
  let status: Int32

  /// Runs a program to its end, or for so long at most: then it is killed. Standard input is empty;
  /// output goes nowhere unless it is to be shown.
  static func run(
    _ words: [String], environment: [String: String]? = nil, show: Show = .nothing,
    atMost limit: Duration? = nil
  ) throws -> Measured {
    let start = ContinuousClock.now
    let pid = try spawn(words, environment: environment, show: show)
    var status: Int32 = 0
    var usage = rusage()
    while true {
      let ended = wait4(pid, &status, limit == nil ? 0 : WNOHANG, &usage)
      if ended == pid || (ended < 0 && errno != EINTR) { break }
      guard let limit, ended == 0 else { continue }
      if ContinuousClock.now - start > limit { kill(pid, SIGKILL) }
      usleep(1000)
    }
    let span = ContinuousClock.now - start
    return Measured(
      seconds: span.inSeconds, peakKilobytes: usage.ru_maxrss,
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F)
  }

  static func spawn(
    _ words: [String], environment: [String: String]?,
    show: Show = .nothing, terminal: String? = nil
  ) throws -> pid_t {
    guard let program = words.first.flatMap({ $0.contains("/") ? $0 : ChildProcess.find($0) })
    else { throw RigError.missing(tool: words.first ?? "a program") }
    let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0)=\($1)" }
    var arguments = words.map { strdup($0) } + [nil]
    var values = variables.map { strdup($0) } + [nil]
    defer { for each in arguments + values { free(each) } }
    let output = terminal == nil && show == .nothing ? "/dev/null" : nil
    let pid = rig_start_program(program, &arguments, &values, terminal, output)
    guard pid > 0 else {
      throw RigError("\(program) was not started.", why: String(cString: strerror(errno)))
    }
    return pid
  }
}

extension Duration {
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension Array where Element == Double {
  var median: Double { isEmpty ? .nan : sorted()[count / 2] }

  func percentile(_ share: Double) -> Double {
    isEmpty ? .nan : sorted()[Swift.min(count - 1, Int(Double(count) * share))]
  }
}

extension Double {
  /// Two digits after the point.
  var short: String { String(format: self < 10 ? "%.2f" : "%.0f", self) }
  var milliseconds: String { String(format: "%.1f ms", self * 1000) }
}
