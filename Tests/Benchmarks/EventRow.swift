import Foundation
import Synchronization
import TestSupport

/// An event stream that is looked at while it arrives: how old the newest event on the screen is, how fast keys
/// are, and whether the cost of an event depends on those before it.
enum EventRow {
  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let (rate, seconds) = (scale(20_000, small: 2_000), scale(60, small: 3))
    let (seen, lent) = try LentProcessors.calmest("events") { try watch(rate, seconds) }
    let age = seen.ages.percentile(0.99)
    let key = seen.keys.percentile(0.99)
    let what = "\(rate.grouped) events/s for \(seconds) s"
    return [
      BenchRow(
        "\(what): age of the newest event on the screen, 99%",
        "\(age.milliseconds), half \(seen.ages.median.milliseconds)", bar: "≤ 50 ms",
        verdict: age <= 0.05 ? .held : .missed),
      BenchRow(
        "\(what): key to frame meanwhile, 99%",
        "\(key.milliseconds) of \(seen.keys.count), half \(seen.keys.median.milliseconds)",
        bar: "≤ 16 ms", verdict: key <= 0.016 ? .held : .missed),
      BenchRow(
        "\(what): processor time of the second third", "\(seen.growth.short) × the first",
        bar: "≤ 1.3 ×", verdict: seen.growth <= 1.3 ? .held : .missed),
      BenchRow(
        "\(what): processor time 1 s after the end", "\(seen.restTicks) ticks in 2 s",
        bar: "≤ 4", verdict: seen.restTicks <= 4 ? .held : .missed),
      BenchRow("\(what): memory at the end", "\(seen.megabytes) MB"), lent,
    ]
  }

  private struct Seen {
    var ages: [Double] = []
    var keys: [Double] = []
    var growth = 0.0
    var restTicks = 0
    var megabytes = 0
  }

  private static func watch(_ rate: Int, _ seconds: Int) throws -> Seen {
    let server = try EventServer(rate: rate, seconds: seconds)
    let screen = try DocumentScreen(try WeirHome())
    let terminal = screen.terminal
    defer { terminal.end() }
    try screen.hold(server.url)
    _ = try screen.release(until: "\"n\":")
    terminal.type("G")
    var seen = Seen()
    var newest = -1
    /// Reads once; the age of what was on the screen until then.
    func look() {
      _ = terminal.waitForOutput(limit: .milliseconds(20))
      if newest >= 0, let age = server.age(ofEvent: newest + 1) { seen.ages.append(age) }
      newest = max(newest, terminal.cells.newestEvent ?? -1)
    }
    let third = Duration.seconds(seconds) / 3
    func watch(until end: Duration) -> Int {
      let before = ProcessActivity(of: terminal.pid)
      while server.elapsed < end, !server.hasEnded { look() }
      return ProcessActivity(of: terminal.pid).since(before).ticks
    }
    // The first rows of a stream cost more than the others: they are drawn where nothing was.
    _ = watch(until: third / 4)
    seen.ages = []
    let first = watch(until: third)
    let second = watch(until: third * 2 - third / 4)
    seen.growth = Double(second) / Double(max(1, first))
    terminal.type("1i")
    _ = terminal.wait(limit: .seconds(5)) { $0.shows("esc done") }
    while server.elapsed < Duration.seconds(seconds) - .milliseconds(300), !server.hasEnded {
      for (key, isThere) in [("Z", true), ("\u{7F}", false)] {
        let start = ContinuousClock.now
        terminal.type(key)
        while terminal.cells.showsTyped != isThere, ContinuousClock.now - start < .seconds(2) {
          look()
        }
        seen.keys.append((ContinuousClock.now - start).inSeconds)
      }
    }
    _ = terminal.wait(limit: .seconds(20)) { _ in server.hasEnded }
    let last = server.sent - 1
    let caughtUp = terminal.wait(limit: .seconds(5)) { $0.newestEvent == last }
    try Evidence.require(
      caughtUp != nil, "Showing the last event",
      why: "It is \(last), on the screen is \(terminal.cells.newestEvent ?? -1).")
    _ = terminal.wait(limit: .seconds(1)) { _ in false }
    let rest = ProcessActivity(of: terminal.pid)
    _ = terminal.wait(limit: .seconds(2)) { _ in false }
    seen.restTicks = ProcessActivity(of: terminal.pid).since(rest).ticks
    seen.megabytes = terminal.status("VmRSS") / 1024
    try Evidence.require(!seen.ages.isEmpty && !seen.keys.isEmpty, "Watching the stream")
    return seen
  }
}

extension TerminalCells {
  /// The number of the newest event in sight.
  fileprivate var newestEvent: Int? {
    lines.compactMap { line in
      line.firstMatch(of: /"n":(\d+)/).flatMap { Int($0.output.1) }
    }.max()
  }

  /// Whether the character that is typed into the URL is there.
  fileprivate var showsTyped: Bool { lines.contains { $0.contains("Z") } }
}

/// Sends numbered events at an even rate to whoever asks.
private final class EventServer: Sendable {
  let url: String
  private let listener: Int32
  private let state = Mutex(State())

  private struct State {
    var start: ContinuousClock.Instant?
    /// The first event of each portion, and when it was sent.
    var portions: [(first: Int, at: ContinuousClock.Instant)] = []
    var sent = 0
    var hasEnded = false
  }

  init(rate: Int, seconds: Int) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 4) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isOpen else {
      throw RigError("No server of events.", why: String(cString: strerror(errno)))
    }
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/events"
    Thread.detachNewThread { [self] in serve(rate, seconds) }
  }

  deinit { close(listener) }

  var sent: Int { state.withLock { $0.sent } }
  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  var elapsed: Duration { state.withLock { state in state.start.map { .now - $0 } ?? .zero } }

  /// How long ago an event was sent; nil if it was not.
  func age(ofEvent number: Int) -> Double? {
    state.withLock { state in
      guard number < state.sent else { return nil }
      var (low, high) = (0, state.portions.count)
      while low < high {
        let middle = (low + high) / 2
        if state.portions[middle].first <= number { low = middle + 1 } else { high = middle }
      }
      return low > 0 ? (ContinuousClock.now - state.portions[low - 1].at).inSeconds : nil
    }
  }

  private func serve(_ rate: Int, _ seconds: Int) {
    let client = accept(listener, nil, nil)
    // As servers of events do. Otherwise the kernel holds events back until the last one is acknowledged, for 40 ms.
    var yes: Int32 = 1
    setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    var request = [UInt8](repeating: 0, count: 65_536)
    _ = recv(client, &request, request.count, 0)
    put(
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n", to: client)
    let start = ContinuousClock.now
    state.withLock { $0.start = start }
    var sent = 0
    while sent < rate * seconds {
      let due = min(rate * seconds, Int((ContinuousClock.now - start).inSeconds * Double(rate)))
      if due > sent {
        var text = ""
        for number in sent..<due { text += "id: \(number)\ndata: {\"n\":\(number)}\n\n" }
        let first = sent
        state.withLock { $0.portions.append((first, .now)) }
        put(text, to: client)
        sent = due
        state.withLock { $0.sent = due }
      }
      usleep(2_000)
    }
    close(client)
    state.withLock { $0.hasEnded = true }
  }

  private func put(_ text: String, to client: Int32) {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(client, $0.baseAddress! + done, bytes.count - done, 0)
      }
      guard count > 0 else { return }
      done += count
    }
  }
}
