import ClientModel
import Terminal
import ViewModels

/// Functions that draw the Topics tab of a subscription.
///
/// Each row shows the number of messages, the messages per second, the topic and the newest
/// payload.
enum TopicLines {
  /// The maximum width of the column of names.
  private static let longestName = 40
  private static let rateWidth = 11

  static func draw(
    _ model: ResponseModel, _ canvas: PanelCanvas, in area: Rect, frame: inout Frame
  ) {
    let tab = model.body.topics
    guard !tab.rows.isEmpty else {
      frame.put(
        "No message yet.", in: area.inset(columns: 1), ink: Ink(.placeholder))
      return
    }
    let now = model.isRunning ? canvas.now : nil
    let messages = tab.tally.messages.grouped.utf8.count
    let top = model.list(of: .topics).top
    let names =
      tab.rows.dropFirst(top).prefix(area.height).map { row in
        if case .topic(let topic) = row { SafeText(topic.name).width } else { 0 }
      }.max() ?? 0
    ListLines.draw(model, tab.rows.count, canvas, in: area, frame: &frame) { row, place, frame in
      let (left, rest) = place.split(leftColumns: messages)
      let (middle, right) = rest.split(leftColumns: rateWidth)
      func put(_ count: Int, _ rate: Double?, _ role: Role) {
        frame.put(SafeText(count.grouped), in: left, ink: Ink(role), aligned: .right)
        guard let rate else { return }
        let place = Rect(x: middle.x, y: middle.y, width: middle.width - 2, height: 1)
        frame.put(SafeText(words(for: rate)), in: place, ink: Ink(.muted), aligned: .right)
      }
      switch tab.rows[row] {
      case .all:
        put(tab.tally.messages, tab.tally.rate(at: now), .heading)
        let topics = tab.tally.topics.count
        let more = tab.tally.isComplete ? "" : ", counting"
        frame.put(
          SafeText("all messages, \(topics) topic\(topics == 1 ? "" : "s")\(more)"), in: right,
          ink: Ink(.heading))
      case .topic(let topic):
        put(topic.messages, tab.tally.rate(of: topic, at: now), .jsonNumber)
        let width = min(names, longestName, max(8, right.width / 2))
        let (name, payload) = right.split(leftColumns: width)
        frame.put(SafeText(topic.name).fittedInMiddle(to: width), in: name, ink: Ink(.text))
        frame.put("  " + SafeText(topic.payload), in: payload, ink: Ink(.muted))
      case .others(let count):
        put(count, nil, .muted)
        frame.put("messages of other topics", in: right, ink: Ink(.muted))
      }
    }
  }

  /// Returns the rate as text, such as `12.5/s`. A rate of 100 or more has no fraction.
  private static func words(for rate: Double) -> String {
    guard rate < 100 else { return "\(Int(rate.rounded()).grouped)/s" }
    let tenths = Int((rate * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)/s"
  }
}
