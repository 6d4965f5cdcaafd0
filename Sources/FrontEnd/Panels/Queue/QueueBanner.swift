import ClientModel
import Terminal
import ViewModels

/// The fixed text about the queue.
///
/// It consists of the sort order of the list, the paused lanes, and the jobs with an unknown
/// outcome. The panel's title shows the text. If the panel is hidden, the status line shows the
/// warnings.
enum QueueBanner {
  /// Returns the text for the panel's title. If the text is wider than `width`, shortens the
  /// pauses, then leaves out the interrupted jobs.
  static func title(_ model: QueueModel, width: Int) -> [Span] {
    let list = arrangement(model)
    let width = width - list.reduce(0) { $0 + $1.text.width }
    let interrupted = model.lanes.count(of: .interrupted)
    let paused = pauses(model)
    let choices = [
      [paused.long, words(interrupted)], [paused.short, words(interrupted)], [paused.short],
    ]
    let texts = choices.map { $0.filter { !$0.isEmpty } }
    let shown = texts.first { $0.reduce(0) { $0 + $1.count + 3 } <= width } ?? texts[2]
    return list
      + shown.map { text in
        Span(
          SafeText(" · " + text), Ink(text == words(interrupted) ? .stateInterrupted : .stateHeld))
      }
  }

  /// Returns the number of marked jobs, the filter with the number of matches, and the sort order.
  private static func arrangement(_ model: QueueModel) -> [Span] {
    var spans: [Span] = []
    if !model.marked.isEmpty {
      spans.append(Span(SafeText(" · \(model.marked.ids.count.grouped) marked"), Ink(.heading)))
    }
    if !model.rows.arrangement.filter.isEmpty {
      let text = SafeText(model.rows.arrangement.filter).fitted(to: 20)
      let more = model.search == .underWay ? "…" : ""
      spans.append(Span(" · " + text, Ink(.noticeInfo)))
      spans.append(Span(SafeText(" · \(model.rows.total.grouped)\(more) found"), Ink(.muted)))
    }
    if model.showsAllWorkspaces { spans.append(Span(" · all workspaces", Ink(.muted))) }
    let elsewhere = model.lanes.unfinishedElsewhere
    if elsewhere > 0 {
      let jobs = elsewhere == 1 ? "1 job" : "\(elsewhere.grouped) jobs"
      spans.append(Span(SafeText(" · \(jobs) elsewhere"), Ink(.muted)))
    }
    if model.rows.arrangement.order != .queue {
      spans.append(Span(SafeText(" · \(model.rows.arrangement.order.rawValue)"), Ink(.muted)))
    }
    return spans
  }

  static func banners(_ model: QueueModel) -> [Span] {
    let interrupted = model.lanes.count(of: .interrupted)
    var spans: [Span] = []
    if !pauses(model).short.isEmpty { spans.append(Span(" PAUSED ", Ink(.banner))) }
    if interrupted > 0 {
      spans.append(Span(SafeText(" \(interrupted) INTERRUPTED "), Ink(.banner)))
    }
    return spans
  }

  private static func pauses(_ model: QueueModel) -> (long: String, short: String) {
    let paused = model.lanes.paused
    if paused == model.lanes.shown.count {
      let isPaused = paused > 0 || model.lanes.futurePause != .none
      return isPaused ? ("PAUSED", "PAUSED") : ("", "")
    }
    if paused == 0 {
      return model.lanes.futurePause == .none ? ("", "") : ("new lanes PAUSED", "new PAUSED")
    }
    return ("\(paused) of \(model.lanes.shown.count) lanes PAUSED", "\(paused) PAUSED")
  }

  private static func words(_ interrupted: Int) -> String {
    interrupted == 0 ? "" : "\(interrupted) interrupted"
  }
}
