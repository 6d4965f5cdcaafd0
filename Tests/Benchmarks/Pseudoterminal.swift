import CRig
import Foundation
import TestSupport

/// A program in a pseudo-terminal of its own, read as bytes.
final class Pseudoterminal {
  let pid: pid_t
  private let master: Int32
  private(set) var seen: [UInt8] = []
  /// What it shows now.
  private(set) var cells: TerminalCells

  init(
    _ words: [String], environment: [String: String], columns: UInt16 = 140, rows: UInt16 = 40
  ) throws {
    var name = [CChar](repeating: 0, count: 128)
    cells = TerminalCells(columns: Int(columns), rows: Int(rows))
    master = rig_open_terminal(Int32(rows), Int32(columns), &name, name.count)
    guard master >= 0 else {
      throw RigError("No pseudo-terminal.", why: String(cString: strerror(errno)))
    }
    var environment = environment
    environment["TERM"] = "xterm-256color"
    pid = try Measured.spawn(
      words, environment: environment,
      terminal: String(
        decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  /// Reads until the output behind a place holds a text; the time it took, or nil at the limit.
  func wait(for text: String, limit: Duration = .seconds(20), since place: Int = 0) -> Duration? {
    let start = ContinuousClock.now
    let wanted = Array(text.utf8)
    while ContinuousClock.now - start < limit {
      if contains(wanted, since: place) { return ContinuousClock.now - start }
      if !read(within: 50) { continue }
    }
    return nil
  }

  /// Reads until what it shows is as wanted; the time it took, or nil at the limit.
  func wait(limit: Duration, until isSo: (TerminalCells) -> Bool) -> Duration? {
    let start = ContinuousClock.now
    while !isSo(cells) {
      guard ContinuousClock.now - start < limit else { return nil }
      _ = read(within: 50)
    }
    return ContinuousClock.now - start
  }

  /// Reads until anything more arrives.
  func waitForOutput(limit: Duration = .seconds(2)) -> Duration? {
    let start = ContinuousClock.now
    let count = seen.count
    while ContinuousClock.now - start < limit {
      if read(within: 20), seen.count > count { return ContinuousClock.now - start }
    }
    return nil
  }

  /// Takes what is there without waiting, so that the next output is a response to the next key.
  func drain() { while read(within: 0) {} }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  func end() {
    kill(pid, SIGKILL)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    close(master)
  }

  /// A number of `/proc/PID/status`, such as `VmRSS` in kB.
  func status(_ field: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(field + ":") }
    return line.flatMap { Int($0.drop { !$0.isNumber }.prefix { $0.isNumber }) } ?? -1
  }

  /// Waits until the process is left with the threads it needs: Swift's pool lets idle ones go after
  /// some seconds, which is a last wake-up of each.
  func settle() {
    var last = ProcessActivity(of: pid)
    for _ in 0..<5 {
      sleep(7)
      let next = ProcessActivity(of: pid)
      if next == last { return }
      last = next
    }
  }

  private func read(within milliseconds: Int32) -> Bool {
    var poll = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard Foundation.poll(&poll, 1, milliseconds) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = Foundation.read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    seen += buffer[..<count]
    cells.feed(buffer[..<count])
    return true
  }

  private func contains(_ wanted: [UInt8], since place: Int) -> Bool {
    seen[place...].withUnsafeBytes { all in
      wanted.withUnsafeBytes { part in
        rig_contains(all.baseAddress, all.count, part.baseAddress, part.count) == 1
      }
    }
  }
}
