import Terminal

/// The text of `weir --help` on a terminal: the commands, grouped by task.
struct CommandOverview {
  struct Group {
    var name: String
    var commands: [(name: String, summary: String)]
  }

  static let groups = [
    Group(
      name: "Requests",
      commands: [
        ("send", "Send a request now and print the response."),
        ("run", "Send saved requests and run graphs."),
        ("show", "Show the request and response of a job."),
        ("history", "List past requests."),
      ]),
    Group(name: "Queue", commands: [("queue", "Add, list, run and control jobs.")]),
    Group(
      name: "Workspace",
      commands: [
        ("init", "Create a workspace in this folder."),
        ("import", "Import requests or an API description."),
        ("catalog", "List catalogs, endpoints and their fields."),
        ("gateway", "List and change the gateways."),
        ("variables", "List the variables of templates."),
        ("trust", "Trust the current files of a workspace."),
      ]),
    Group(
      name: "Stored data",
      commands: [
        ("cache", "List, refresh and delete cached responses."),
        ("cookies", "List or clear cookies."),
        ("value", "Set, get and watch shared values."),
        ("store", "Show, create and check the store."),
      ]),
    Group(
      name: "Events",
      commands: [
        ("event", "Raise custom events."), ("mqtt", "Publish and receive MQTT messages."),
      ]),
    Group(
      name: "More",
      commands: [
        ("demo", "Open the interface with scripted responses."),
        ("mock", "Run a local service for experiments."),
        ("doctor", "Check the installation, the settings and the store."),
        ("help", "Show a topic of the manual."),
      ]),
  ]

  let columns: Int
  let rows: Int
  /// The function that formats a heading or a name in bold.
  let bold: (String) -> String

  private static let usage = "Usage: weir [COMMAND]. Without a command, weir opens the interface."
  private static let advice =
    "`weir COMMAND --help` shows the options of a command, `weir help` the manual."

  /// The lines. The longest form that fits on the screen is chosen; the prompt needs one more row.
  var lines: [String] {
    let forms = [headed, aligned, brief]
    let lines = forms.first { $0.count < rows } ?? brief
    return lines.map { SafeText($0).width > columns ? SafeText($0).fitted(to: columns).string : $0 }
      .map(styled)
  }

  /// The form with a heading for each group.
  private var headed: [String] {
    let groups = Self.groups.flatMap { group in
      ["", group.name] + group.commands.map { "  \(Self.padded($0.name, 11))\($0.summary)" }
    }
    return ["An API client for the terminal, with a durable queue in front of the network.", ""]
      + [Self.usage] + groups + ["", Self.advice]
      + ["`weir --version` shows the version, `weir --generate-completion-script SHELL`"]
      + ["the completions for bash, zsh or fish."]
  }

  /// The form with the groups in a column of their own.
  private var aligned: [String] {
    let rows = Self.groups.flatMap { group in
      group.commands.enumerated().map { place, command in
        Self.padded(place == 0 ? group.name : "", 13) + Self.padded(command.name, 11)
          + command.summary
      }
    }
    return [Self.usage] + rows + [Self.advice]
  }

  /// The form with one line for each group.
  private var brief: [String] {
    [Self.usage]
      + Self.groups.map { group in
        Self.padded(group.name, 13) + group.commands.map(\.name).joined(separator: ", ")
      } + [Self.advice]
  }

  /// Returns the line with the name of its group in bold.
  private func styled(_ line: String) -> String {
    guard let name = Self.groups.map(\.name).first(where: { line.begins(with: $0) }) else {
      return line
    }
    return bold(name) + line.dropFirst(name.count)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
