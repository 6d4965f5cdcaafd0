import ClientModel
import ClientYAML

/// The `queue` of a saved request. Default values are not written.
///
///     queue:
///       priority: 5
///       start: +5m         # hold, +90s, 14:30 or 2026-11-21T08:00
///       lane: reports
///       call: order-4711
enum JobOptionsFile {
  static let keys = ["priority", "start", "lane", "call"]

  static func options(_ node: YAMLNode) throws(YAMLProblem) -> JobOptions {
    let file = try node.fields(known: keys)
    var options = JobOptions()
    if let priority = file["priority"] { options.priority = try priority.integer() }
    if let node = file["start"] { options.start = try start(node) }
    if let node = file["lane"] { options.lane = try lane(node) }
    if let node = file["call"] { options.call = try call(node) }
    return options
  }

  static func fields(_ options: JobOptions) -> [YAMLValue.Field] {
    var fields: [YAMLValue.Field] = []
    if options.priority != 0 { fields.append(.init("priority", .integer(options.priority))) }
    if let start = options.start.word { fields.append(.init("start", .text(start))) }
    if let lane = options.lane { fields.append(.init("lane", .text(lane))) }
    if let call = options.call { fields.append(.init("call", .text(call))) }
    return fields
  }

  private static func start(_ node: YAMLNode) throws(YAMLProblem) -> EarliestStart {
    if let start = EarliestStart(word: try node.text()) { return start }
    throw YAMLProblem(
      node.place, why: "`\(try node.text().prefix(40))` is not a time.",
      whatToDo: "Write hold, +90s, +5m, +2h, \"14:30\" or 2026-11-21T08:00.")
  }

  private static func lane(_ node: YAMLNode) throws(YAMLProblem) -> String {
    let name = try node.text()
    guard !name.isEmpty else {
      throw YAMLProblem(
        node.place, why: "The name of the lane is empty.",
        whatToDo: "Write a name, or remove the line.")
    }
    return name
  }

  private static func call(_ node: YAMLNode) throws(YAMLProblem) -> String {
    let call = try node.text()
    guard JobOptions.isIdentifier(call) else {
      throw YAMLProblem(
        node.place,
        why: "An identifier has 1 to 200 bytes and no spaces or control characters.",
        whatToDo: "Write text such as order-4711.")
    }
    return call
  }
}
