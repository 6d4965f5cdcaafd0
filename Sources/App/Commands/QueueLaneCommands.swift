import ArgumentParser
import ClientCore
import ClientModel

/// `weir queue pause`: pauses one or all lanes. No new jobs start. Running jobs continue.
struct QueuePauseCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Pause a lane or all lanes; running jobs finish.",
    discussion: """
      A lane can be paused before its first job. Without a name, every lane is paused, including \
      lanes created by later jobs, until `weir queue resume`.
      Example:
        weir queue pause https://api.example.com
      """)

  @Argument(
    help: "The lane's name; all lanes, present and future, if omitted.", completion: .lanes)
  var lane: String?
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    let keys = try await LaneNames(session).lanes(toChange: lane)
    if lane == nil {
      try await session.client.pauseAll()
    } else {
      for key in keys { try await session.client.pause(key) }
    }
    let names = keys.isEmpty ? [] : [LaneNames(session).names(of: keys)]
    let words = lane == nil ? names + ["all future lanes"] : names
    Console.print("Paused \(words.joined(separator: ", and ")).")
    await session.close()
    return .done
  }
}

/// `weir queue resume`: resumes one or all lanes. Jobs start in all free slots.
struct QueueResumeCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Resume a lane, or all lanes.",
    discussion: "Example:\n  weir queue resume")

  @Argument(help: "The lane's name; all lanes if omitted.", completion: .lanes) var lane: String?
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    let keys = try await LaneNames(session).lanes(toChange: lane)
    let future = try await session.client.futurePause()
    let areNewPaused = lane == nil && future != .none
    if lane == nil {
      try await session.client.resumeAll()
    } else {
      for key in keys { try await session.client.resume(key) }
    }
    let names = keys.isEmpty ? [] : [LaneNames(session).names(of: keys)]
    let words = areNewPaused ? names + ["all future lanes"] : names
    Console.print(
      words.isEmpty ? "There are no lanes yet." : "Resumed \(words.joined(separator: ", and ")).")
    await session.close()
    return .done
  }
}

/// `weir queue limit`: sets the maximum number of running jobs of a lane, and the rate at which
/// jobs start.
struct QueueLimitCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "limit", abstract: "Set how many jobs of a lane run at the same time.",
    discussion: """
      The limit applies until it is set again. If weir.yaml sets a limit or rate for the lane's \
      gateway, the new one applies only until `queue run` or the interface starts, or weir.yaml changes.
      Example:
        weir queue limit api.example.com 6 --rate 10
      """)

  @Argument(help: "The lane's name.", completion: .lanes) var lane: String?
  @Argument(help: "The maximum number of jobs at once, 1 or more.") var limit: Int?
  @Option(help: ArgumentHelp("Starts per second; 0 for no limit.", valueName: "n")) var rate:
    Double?
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    guard let lane, let limit else {
      let session = try await ClientSession.open(workspace)
      let known = try await LaneNames(session).lanes(named: nil).map(\.name)
      await session.close()
      throw Self.incomplete(lane, known: known)
    }
    guard limit > 0 else {
      throw UsageProblem(
        what: "A lane cannot have the limit \(limit).",
        why: "The minimum is 1.",
        whatToDo: "To stop the lane, pause it: weir queue pause \(Console.safe(lane))")
    }
    let session = try await ClientSession.open(workspace)
    let keys = try await LaneNames(session).lanes(toChange: lane)
    for key in keys {
      try await session.client.setLimit(limit, of: key)
      if let rate { try await session.client.setRate(rate > 0 ? rate : nil, of: key) }
    }
    let starts =
      rate.map { $0 > 0 ? ", and \($0.brief) starts per second" : ", without a rate" } ?? ""
    Console.print("At most \(limit) at once\(starts) in \(LaneNames(session).names(of: keys)).")
    for key in keys { reportFile(session.context.gateways.all.first { $0.name == key.name }) }
    await session.close()
    return .done
  }
}

/// `weir queue lanes`: lists every lane, its limit, its rate and its jobs.
struct QueueLanesCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "lanes", abstract: "List the lanes with their limits and jobs.",
    discussion: """
      A lane of another workspace is listed with its folder, and a lane of the scratch workspace with `scratch`.
      Example:
        weir queue lanes
      """)

  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    let lanes = try await session.client.lanes()
    if format == .json {
      try JSONOutput.print(lanes.map { LaneRecord($0, session.folders.registry) })
    } else {
      LaneListing(rows: lanes.map { ($0, LaneNames(session).names(of: [$0.lane.key])) }).lines()
        .forEach(Console.print)
    }
    await session.close()
    return .done
  }
}

extension QueueLimitCommand {
  /// Prints a warning if weir.yaml sets another limit or rate. The value in weir.yaml will replace
  /// the new value.
  private func reportFile(_ gateway: Gateway?) {
    guard let gateway else { return }
    var parts: [String] = []
    if let inFile = gateway.lane.limit, inFile != limit {
      parts.append("\(inFile) job\(inFile == 1 ? "" : "s") at once")
    }
    if let rate, let inFile = gateway.lane.rate, inFile != rate {
      parts.append("\(inFile.brief) starts per second")
    }
    guard !parts.isEmpty else { return }
    Console.complain(
      "weir.yaml limits this gateway to \(parts.joined(separator: " and ")). The limits of the "
        + "file apply again when `queue run` or the interface starts. To make your change "
        + "permanent, edit weir.yaml.")
  }

  /// Returns the error for a missing lane or number.
  static func incomplete(_ word: String?, known: [String]) -> UsageProblem {
    let number = word.flatMap { Int($0) }
    let isNumber = number != nil
    let example = known.first ?? "https://api.example.com"
    let lane = Console.safe(word.flatMap { isNumber ? nil : $0 } ?? example)
    let lanes = known.map { Console.safe($0) }.joined(separator: ", ")
    return UsageProblem(
      what: "No limit was set.",
      why: word == nil
        ? "The command needs a lane and a number."
        : isNumber ? "Missing lane name." : "Missing number.",
      whatToDo: "Write, for instance: weir queue limit \(lane) \(number ?? 3)"
        + (known.isEmpty ? "" : "\nThe lanes are \(lanes)."))
  }
}
