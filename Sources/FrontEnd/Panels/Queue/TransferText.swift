import ClientModel
import Terminal
import ViewModels

/// The columns of a running job: a bar, the percentage, the amount, the speed and the running time.
enum TransferText {
  /// The widths of the columns, including the gap before each column.
  private static let time = 9
  private static let speed = 11
  private static let amount = 10
  private static let percent = 6
  private static let bar = 9
  private static let shortBar = 5

  /// Returns the number of columns for the progress in a row of this width.
  static func width(of progress: TransferProgress?, in width: Int) -> Int {
    guard let progress, progress.sent > 0 || progress.received > 0 else {
      return width >= time + 12 ? time : 0
    }
    let full = time + speed + amount + percent + bar
    let short = shortBar + percent
    return [full, full - speed, time + short, short].first { width - $0 >= 14 } ?? percent
  }

  /// Draws the columns. The area has the width that `width(of:in:)` returned.
  static func draw(
    _ job: Job, _ progress: TransferProgress?, at now: Timestamp?, in area: Rect,
    _ frame: inout Frame
  ) {
    let elapsed = now.map { max(.zero, $0.since(job.since)) } ?? .zero
    var rest = area
    if area.width == time || area.width >= shortBar + percent + time {
      let (left, place) = rest.split(rightColumns: time)
      let isBrief = elapsed.components.seconds < 1
      let text = job.cancelRequested ? "stopping" : isBrief ? "" : elapsed.briefInSeconds
      frame.put(SafeText(text), in: place, ink: Ink(.stateRunning), aligned: .right)
      rest = left
    }
    guard let progress else { return }
    let moved = Moved(progress)
    if rest.width >= speed + amount + percent + bar {
      let (left, place) = rest.split(rightColumns: speed)
      frame.put(SafeText(moved.speed(over: elapsed)), in: place, ink: Ink(.muted), aligned: .right)
      rest = left
    }
    let text = SafeText(moved.amount)
    let hasAmount = rest.width >= amount + percent + bar
    if hasAmount {
      let (left, place) = rest.split(rightColumns: amount)
      frame.put(text, in: place, ink: Ink(.stateRunning), aligned: .right)
      rest = left
    }
    guard let share = moved.share else {
      // If the size is unknown, a narrow row shows the amount in place of the bar.
      if !hasAmount, text.width <= rest.width {
        frame.put(text, in: rest, ink: Ink(.stateRunning), aligned: .right)
      }
      return
    }
    let (bars, place) = rest.split(rightColumns: percent)
    frame.put(
      SafeText("\(Int(share * 100)) %"), in: place, ink: Ink(.stateRunning), aligned: .right)
    let cells = max(0, bars.width - 1)
    // The last cell stays empty while the transfer is incomplete.
    let begun = Int((share * Double(cells)).rounded(.up))
    let full = share < 1 ? max(0, min(cells - 1, begun)) : cells
    let bar = String(repeating: "▰", count: full) + String(repeating: "▱", count: cells - full)
    frame.put(SafeText(bar), in: bars, ink: Ink(.stateRunning), aligned: .right)
  }

  /// The transferred amount of the response, or of the request before the response begins.
  private struct Moved {
    let arrow: String
    let done: ByteCount
    let total: ByteCount?

    init(_ progress: TransferProgress) {
      let isReceiving = progress.received > 0
      arrow = isReceiving ? "↓" : "↑"
      done = isReceiving ? progress.received : progress.sent
      total = isReceiving ? progress.toReceive : progress.toSend
    }

    /// The amount as text. It is "sent" for a complete upload, because the job has not ended.
    var amount: String {
      if let total, arrow == "↑", done >= total { return "sent" }
      return "\(arrow) \(done)"
    }

    var share: Double? {
      guard let total, total > 0, amount != "sent" else { return nil }
      return min(1, Double(done.bytes) / Double(total.bytes))
    }

    /// Returns the average speed since the start, or an empty string in the first second.
    func speed(over elapsed: Duration) -> String {
      let milliseconds = elapsed.components.seconds * 1000
      guard milliseconds > 0, amount != "sent" else { return "" }
      return "\(ByteCount(done.bytes / (milliseconds / 1000)))/s"
    }
  }
}
