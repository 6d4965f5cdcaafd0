import ClientModel

/// The list of all lanes, including idle lanes and lanes of other workspaces.
struct LanesList: ListSource {
  static let commands = [FeatureCommand.lanes]
  static let manual = ManualSubject(topic: "queue")

  let title = "Lanes"
  let emptyText = "There is no lane yet. The first request to a server creates one."

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    facts.lanes.shownFirst.map { tally in
      let lane = tally.lane
      let name = facts.lanes.name(of: lane.key)
      let isElsewhere = facts.lanes.workspaces?.contains(lane.key.workspace) == false
      let workspace = isElsewhere ? "in \(facts.lanes.workspace(of: lane.key))" : ""
      let limit = "\(tally.counts[.running, default: 0])/\(lane.limit)"
      let rate = lane.rate.map { "rate \($0.brief)/s" } ?? ""
      let waiting = tally.counts[.waiting, default: 0]
      let state = [
        waiting > 0 ? "\(waiting.grouped) waiting" : "", lane.pause.words ?? "", workspace,
      ]
      .filter { !$0.isEmpty }.joined(separator: ", ")
      return ListRow(
        value: .init(lane), title: name,
        detail: [limit, rate, state].filter { !$0.isEmpty }.joined(separator: " · "),
        cells: [
          ListCell(name, .line), ListCell(limit, .number), ListCell(rate), ListCell(state, .faint),
        ])
    }.matching(filter)
  }

  func hints(on row: ListRow?) -> [ListCommand] {
    row == nil ? [.new, .close] : [.choose, .pause, .edit, .new, .filter, .close]
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    switch command {
    case .choose: "limit and rate"
    case .edit: "pause if offline"
    case .new: "add lane"
    case .pause: row?.item(Lane.self)?.isPaused == true ? "resume" : nil
    default: nil
    }
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard let lane: Lane = row.item() else { return [] }
    let rate = lane.rate.map { " \($0.brief)" } ?? ""
    return [.ask(Prompt(LanePrompt(lane: lane.key), text: "\(lane.limit)\(rate)"))]
  }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    if command == .new { return [.ask(Prompt(NewLanePrompt()))] }
    guard let lane = row?.item(Lane.self) else { return refuse(command) }
    switch command {
    case .pause: return [.queue(lane.isPaused ? .resume(lane.key) : .pause(lane.key))]
    case .edit:
      if let gateway = lane.key.gateway {
        return [.ask(Prompt(GatewayFieldPrompt(name: gateway, field: .pause), text: "offline"))]
      }
      return [
        .notify(
          .cannot(
            "This lane cannot pause by itself.", "It belongs to an address without a gateway.",
            "Add a gateway with this address: \(key: .feature(.gateways))."))
      ]
    default: return refuse(command)
    }
  }
}

/// A prompt for the limit and the rate of a lane.
struct LanePrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, QueueModel> & Sendable = \.queue

  let lane: LaneKey

  var label: String { "Limit and rate of \(lane.name)" }
  var need: String? { "A limit is needed, such as 4." }
  var advice: String? {
    "Jobs at once, then starts per second if they are limited. Example: 4 2.5"
      + (lane.gateway == nil ? "" : " Values in weir.yaml apply again after a restart.")
  }

  func fault(in text: String, _ queue: QueueModel) -> Notice? {
    Self.fault(in: text, "The lane was not changed.")
  }

  fileprivate static func fault(in text: String, _ what: String) -> Notice? {
    guard values(text) == nil else { return nil }
    return Notice(
      .warning, what, why: "`\(text.prefix(40))` cannot be read.",
      whatToDo: "Type a limit of 1 or more and, after a space, starts per second.")
  }

  func accept(_ text: String, _ queue: inout QueueModel) -> [Effect] {
    guard let (limit, rate) = Self.values(text) else { return [] }
    let effects: [Effect] = [.queue(.setLimit(limit, of: lane)), .queue(.setRate(rate, of: lane))]
    queue.show(effects)
    return effects
  }

  fileprivate static func values(_ text: String) -> (limit: Int, rate: Double?)? {
    let words = text.words(at: " ")
    guard let first = words.first, let limit = Int(first), limit > 0, words.count < 3 else {
      return nil
    }
    guard words.count == 2 else { return (limit, nil) }
    // The list shows a rate as 20/s.
    let number = words[1].hasSuffix("/s") ? words[1].dropLast(2) : words[1]
    guard let rate = Double(number), rate > 0, rate.isFinite else { return nil }
    return (limit, rate)
  }
}

/// A prompt for a lane that has no jobs yet, with its limit and rate.
struct NewLanePrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, QueueModel> & Sendable = \.queue

  var label: String { "Lane to add, with its limit" }
  var need: String? { "A server and a limit are needed, such as https://api.example.com 4." }
  var advice: String? {
    "A server or gateway, jobs at once, then starts per second if they are limited. "
      + "Example: https://api.example.com 4 2.5"
  }

  func fault(in text: String, _ queue: QueueModel) -> Notice? {
    let (name, limits) = Self.parts(text)
    let isKnown = queue.lanes.all.contains { $0.lane.key.isCalled(name) }
    // Other names are those of gateways, which the effect looks up.
    if !isKnown, name.contains(anyByte: ".:/") {
      do throws(URLProblem) {
        _ = try RequestURL.absolute(name)
      } catch {
        return Notice(
          .warning, "No lane was added.", why: error.why, whatToDo: error.whatToDo)
      }
    }
    return Self.fault(in: limits, of: name)
  }

  private static func fault(in limits: String, of name: String) -> Notice? {
    let what = "No lane was added."
    guard !limits.isEmpty else {
      return Notice(
        .warning, what, why: "The limit is missing.", whatToDo: "Type for example \(name) 4.")
    }
    return LanePrompt.fault(in: limits, what)
  }

  func accept(_ text: String, _ queue: inout QueueModel) -> [Effect] {
    let (name, limits) = Self.parts(text)
    return LanePrompt.values(limits).map { limit, rate in
      [.queue(.addLane(name, limit: limit, rate: rate))]
    } ?? []
  }

  private static func parts(_ text: String) -> (name: String, limits: String) {
    let words = text.words(at: " ")
    return (String(words.first ?? ""), words.dropFirst().joined(separator: " "))
  }
}

extension Lane.Pause {
  /// The reason for the pause in a few words. Nil if the lane is not paused.
  fileprivate var words: String? {
    switch self {
    case .none: nil
    case .byUser: "paused by you"
    case .byRestart: "paused by restart"
    case .offline: "offline, probing"
    }
  }
}

extension FeatureCommand {
  package static let lanes = FeatureCommand(
    "lanes", opens: \.lanes,
    .init(
      "List the lanes", hint: "lanes",
      help: "Sets the limit, the rate and the pause of each lane, also of lanes without jobs.",
      keys: ", a"))
}
