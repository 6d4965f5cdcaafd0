import ClientModel
import Terminal
import ViewModels

/// The first line of the screen: the workspace, the environment and important states.
enum StatusLine {
  /// The minimum number of empty columns between the workspace and the counts of jobs.
  private static let gap = 2

  static func draw(_ model: AppModel, _ layout: ScreenLayout, frame: inout Frame) {
    let rect = layout.status
    frame.fill(rect, ink: Ink(.statusBar))
    let workspace = model.place.workspace.isEmpty ? "scratch" : model.place.workspace
    var place = [
      Span(" weir  ", Ink(.statusBar)), Span(SafeText(workspace), Ink(.statusBar).bold),
    ]
    let environment = model.composer.environment
    if !environment.name.isEmpty {
      let role: Role = environment.purpose == .production ? .production : .environment
      place += [
        Span("  env ", Ink(.statusBar)), Span(SafeText(environment.name), Ink(role)),
      ]
    }
    var banners: [Span] = []
    switch model.place.role {
    case .runner: break
    case .demo: banners.append(Span(" DEMO ", Ink(.banner)))
    case .viewer(let runner):
      banners.append(Span(SafeText(" VIEWER of \(runner) "), Ink(.banner)))
    }
    if environment.purpose == .production {
      banners.append(Span(" PRODUCTION ", Ink(.production)))
    }
    switch model.stubs {
    case .off: break
    case .registered: banners.append(Span(" STUB ", Ink(.banner)))
    case .strict: banners.append(Span(" STUB ONLY ", Ink(.banner)))
    }
    if model.place.trust == .untrusted { banners.append(Span(" NOT TRUSTED ", Ink(.banner))) }
    if model.isInsecure { banners.append(Span(" INSECURE ", Ink(.banner))) }
    if layout.panels[.queue] == nil { banners += QueueBanner.banners(model.queue) }
    if layout.panels[.response] == nil, let job = model.response.job {
      banners.insert(contentsOf: open(job, phase: model.display.spinnerStep), at: 0)
    }
    let room = rect.width - columns(of: place + banners) - gap
    banners.insert(contentsOf: counts(model, room: room), at: 0)
    let (left, right) = rect.split(rightColumns: columns(of: banners))
    frame.put(place, in: left)
    frame.put(banners, in: right, overflow: .clip)
  }

  private static func columns(of spans: [Span]) -> Int {
    spans.reduce(0) { $0 + $1.text.width }
  }

  /// Returns the counts of running, waiting, held, interrupted and failed jobs.
  ///
  /// Returns an empty array if the counts need more columns than `room`.
  private static func counts(_ model: AppModel, room: Int) -> [Span] {
    let queue = model.queue
    let words = [
      (queue.lanes.count(of: .running, .polling), "running"),
      (queue.lanes.count(of: .waiting), "waiting"),
      (queue.lanes.count(of: .held), "held"), (queue.lanes.count(of: .interrupted), "interrupted"),
      (queue.lanes.count(of: .failed), "failed"),
    ].filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
    let text = SafeText(words.joined(separator: " · ") + " ")
    return words.isEmpty || text.width > room ? [] : [Span(text, Ink(.statusBar))]
  }

  /// Returns the state of the displayed job, for a screen without the response panel.
  private static func open(_ job: Job, phase: Int) -> [Span] {
    let sign = JobSign.span(of: job, phase: phase)
    let word = job.status.map(String.init) ?? job.state.word.rawValue
    return [
      Span(SafeText(" #\(job.id) "), Ink(.statusBar)),
      Span(sign.text, Ink(.statusBar)), Span(SafeText(" \(word) "), Ink(.statusBar)),
    ]
  }
}
