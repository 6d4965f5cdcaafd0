package import ClientModel

/// A draft read from a curl command, and the omitted options.
///
/// - Source: the manual page of curl 7.88, and curl 7.88.1 itself against a recording server.
package struct CurlCommand: Hashable, Sendable {
  package var draft: Draft
  package var dropped: [DroppedOption]

  /// The omitted options that would change the request. The user can still save the request and
  /// complete it.
  package var missed: [DroppedOption] { dropped.filter { $0.effect == .request } }

  /// Whether text begins with a curl command. Pasted text of this kind is imported into the URL
  /// field.
  package static func isCurl(_ text: String) -> Bool {
    let start = text.utf8.drop { [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "$")].contains($0) }
    return ShellScript.beginsWithCurl(Array(start)[...])
  }

  /// Parses a command line by the rules of a shell. Nothing is run, fetched or expanded.
  ///
  /// Returns the first request. Any later requests of the line are listed as omitted.
  package static func parse(
    _ line: String, files: FileReader = .refusing
  ) throws(CurlProblem) -> CurlCommand {
    let start = line.utf8.drop { [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "$")].contains($0) }
    let found = CurlImport.commands(in: String(start) ?? line, files: files)
    guard let first = found.first else {
      throw CurlProblem(
        what: "The line cannot be read.", why: "It does not begin with curl.",
        whatToDo: "Paste the full command.")
    }
    var requests = try first.get()
    var command = requests.removeFirst()
    let others = requests.count + found.count - 1
    if others > 0 {
      command.dropped.append(
        DroppedOption(
          option: others == 1 ? "1 more request" : "\(others) more requests",
          why: "Only one request is read here. `weir import curl` reads all.", effect: .request))
    }
    return command
  }
}

/// The import of curl commands as requests.
package enum CurlImport {
  /// Returns one result for each curl command: its requests, or the reason why it cannot be read.
  ///
  /// A command has several requests if it has several URLs, `--next`, or `{a,b}` in a URL.
  ///
  /// - Parameter values: The known values of shell variables. An unknown variable becomes a
  ///   template in the requests.
  package static func commands(
    in text: String, files: FileReader = .refusing, values: [String: String] = [:]
  ) -> [Result<[CurlCommand], CurlProblem>] {
    guard text.utf8.count <= 10_000_000 else {
      return [
        .failure(
          CurlProblem(
            what: "The curl line cannot be read.", why: "It is larger than 10 MB.",
            whatToDo: "Send a large body from a file."))
      ]
    }
    return ShellScript(text, values: values).found.map { found in
      do throws(CurlProblem) {
        return .success(try requests(of: try found.get(), files))
      } catch {
        return .failure(error)
      }
    }
  }

  private static func requests(
    of found: ShellScript.Found, _ files: FileReader
  ) throws(CurlProblem) -> [CurlCommand] {
    let source = CurlSource(
      variables: found.variables, input: found.command.input, files: files)
    var line = CurlLine(found.command, source)
    var requests = try line.requests()
    for index in requests.indices {
      requests[index].dropped += notes(on: found)
    }
    return requests
  }

  /// Returns notes on the parts of the shell line that are not in the requests.
  private static func notes(on found: ShellScript.Found) -> [DroppedOption] {
    var notes: [DroppedOption] = []
    var words = found.command.words.map(\.bytes)
    if case .text(let text) = found.command.input { words.append(text) }
    if case .file(let path) = found.command.input { words.append(path) }
    for name in found.variables.used(in: words) {
      notes.append(
        DroppedOption(
          option: "$\(name)",
          why: "It became the template {{\(name)}}. "
            + "Give it a value in environments.yaml or with --var \(name)=VALUE.",
          effect: .variable))
    }
    if found.command.isCutByAmpersand {
      notes.append(
        DroppedOption(
          option: "&",
          why: "A shell ends the command at the `&`. Put quotes around a URL that contains `&`.")
      )
    }
    for output in found.command.outputs where output != "/dev/null" && Int(output) == nil {
      notes.append(
        DroppedOption(option: "> \(output)", why: CurlOption.Why.writesFiles.rawValue))
    }
    for name in found.settings {
      notes.append(
        DroppedOption(
          option: name,
          why: "curl reads this variable and Weir does not. Set the corresponding option.",
          effect: .request))
    }
    for other in found.others {
      notes.append(
        DroppedOption(option: other, why: "Only curl commands are read; nothing is run."))
    }
    return notes
  }
}

/// An option of a curl line that was omitted, and the reason.
package struct DroppedOption: Hashable, Sendable {
  /// The effect on the request.
  package enum Effect: Hashable, Sendable {
    case none
    /// The request differs from the one that curl sends.
    case request
    /// The option is a shell variable, and a template took its place.
    case variable
  }

  package let option: String
  package let why: String
  package let effect: Effect

  package init(option: String, why: String, effect: Effect = .none) {
    self.option = option
    self.why = why
    self.effect = effect
  }

  /// The omission and its reason as sentences.
  package var sentence: String {
    effect == .variable ? "\(option) is a shell variable. \(why)" : "\(option) is not used. \(why)"
  }

  /// Returns the entry for an option whose value the user types into curl.
  static func typed(_ option: String) -> DroppedOption {
    DroppedOption(
      option: option, why: "curl reads this from the terminal. Write it into the request.",
      effect: .request)
  }
}

/// The reason why a curl line cannot be imported, and the correction.
package struct CurlProblem: Error, Hashable, Sendable {
  package let what: String
  package let why: String
  package let whatToDo: String
}
