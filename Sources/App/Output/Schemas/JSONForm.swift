import ClientModel

/// One JSON output of a command. `weir help json-output --schema` accepts its name.
struct JSONForm: Sendable {
  let name: String
  /// The commands that print the output.
  let commands: [String]
  let contents: String
  let shape: JSONShape

  /// All outputs of `--format json`, and the lines of `--rows`.
  static let all: [JSONForm] = [
    JSONForm(
      name: "exchange", commands: ["send", "show ID", "run NAME"],
      contents: "A job with its request, response and attempts; one for each request of `run`.",
      shape: ExchangeRecord.shape),
    JSONForm(
      name: "saved", commands: ["run"], contents: "The saved requests and graphs.",
      shape: .list(SavedNameRecord.shape)),
    JSONForm(
      name: "jobs", commands: ["queue list"], contents: "The jobs of the queue.",
      shape: .list(JobRecord.shape)),
    JSONForm(
      name: "lanes", commands: ["queue lanes"], contents: "The lanes of all workspaces.",
      shape: .list(LaneRecord.shape)),
    JSONForm(
      name: "event", commands: ["queue watch"], contents: "One line for each event.",
      shape: .oneOf(EventRecord.shapes)),
    JSONForm(
      name: "history", commands: ["history"], contents: "Brief attempts, newest first.",
      shape: .list(HistoryRecord.shape)),
    JSONForm(
      name: "graph", commands: ["show gN", "run GRAPH"], contents: "A graph with its steps.",
      shape: GraphRecord.shape),
    JSONForm(
      name: "batch", commands: ["show gN"], contents: "A batch with its row counts.",
      shape: BatchRecord.shape),
    JSONForm(
      name: "row", commands: ["show gN --rows"], contents: "One line for each row of a batch.",
      shape: RowRecord.shape),
    JSONForm(
      name: "cache-entries", commands: ["cache list"], contents: "The stored responses.",
      shape: .list(CacheEntryRecord.shape)),
    JSONForm(
      name: "cache-entry", commands: ["cache show ID"], contents: "One stored response.",
      shape: CacheEntryRecord.shape),
    JSONForm(
      name: "values", commands: ["value list"], contents: "The shared values.",
      shape: .list(SharedValueRecord.shape)),
    JSONForm(
      name: "value", commands: ["value get KEY"], contents: "One shared value.",
      shape: SharedValueRecord.shape),
    JSONForm(
      name: "value-change", commands: ["value watch"], contents: "One line for each change.",
      shape: SharedChangeRecord.shape),
    JSONForm(
      name: "message", commands: ["mqtt subscribe TOPIC"], contents: "One line for each message.",
      shape: .object(MessageShape.shape)),
    JSONForm(
      name: "gateways", commands: ["gateway list"], contents: "The gateways of the workspace.",
      shape: .list(GatewayRecord.shape)),
    JSONForm(
      name: "variables", commands: ["variables"],
      contents: "The values for `{{name}}` and their sources.",
      shape: .list(VariableRecord.shape)),
    JSONForm(
      name: "store", commands: ["store status"], contents: "The state of the store.",
      shape: StoreRecord.shape),
  ]

  static func named(_ name: String) -> JSONForm? { all.first { $0.name == name } }
}
