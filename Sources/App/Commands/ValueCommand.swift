import ArgumentParser
import ClientModel

/// `weir value`: the shared values. Each value is stored under a key.
struct ValueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "value", abstract: "Set, get, remove, list and watch shared values.",
    discussion: """
      Example:
        weir value set page 17
        weir value get page
      """,
    subcommands: [
      ValueSetCommand.self, ValueGetCommand.self, ValueRemoveCommand.self, ValueListCommand.self,
      ValueWatchCommand.self,
    ])
}

/// `weir value set KEY [VALUE]`.
struct ValueSetCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set a shared value, or change how it is stored.",
    discussion: """
      Example:
        printf %s "$TOKEN" | weir value set token --file - --secret
        weir value set report --file big.json --transform gzip --transform aes-gcm=env:REPORT_KEY

      The key keeps the settings of --transform, --secret and --open; a new key with the name of a credential, \
      such as token, is secret even without --secret. Without VALUE, the current value is stored again with \
      the new settings. The key for aes-gcm is 32 bytes in hexadecimal or Base64 \
      (`openssl rand -base64 32`), given by env:, file:, command: or keyring:.
      """)

  @Argument(help: "The key.", completion: .sharedKeys) var key: ValueKey
  @Argument(help: "The value, as text.") var value: String?
  @Option(
    help: ArgumentHelp(
      "Read the value from a file, or from standard input with -.", valueName: "path"),
    completion: .file())
  var file: String?
  @OptionGroup var storing: ValueArguments
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let rule = try storing.rule()
    let session = try await ClientSession.open(workspace)
    let client = session.client
    let present = try await client.sharedValues.all().first { $0.key == key.key }?.rule
    try storing.check(rule, over: present)
    if value != nil, (rule ?? present ?? .standard(for: key.key)).isSecret {
      Console.complain(
        "Other users of this machine can see a secret in the arguments; use --file - instead.")
    }
    if let content = try content(of: session) {
      try await client.sharedValues.set(key.key, to: content, as: rule)
    } else if let rule {
      try await client.sharedValues.setRule(rule, of: key.key)
    } else {
      throw UsageProblem(
        what: "\(key.key) was not set.", why: "Neither a value nor a storage option was given.",
        whatToDo: "Write weir value set \(key.key) VALUE, or --file PATH.")
    }
    await session.close()
    return .done
  }

  private func content(of session: ClientSession) throws -> SharedContent? {
    guard let file else { return value.map { SharedContent($0) } }
    guard value == nil else {
      throw UsageProblem(
        what: "\(key.key) was not set.", why: "Two values were given.",
        whatToDo: "Omit VALUE or --file.")
    }
    switch session.context.reader.read(file) {
    case .success(let bytes): return SharedContent(bytes)
    case .failure(let refusal):
      throw UsageProblem(
        what: "\(key.key) was not set.", why: refusal.why, whatToDo: refusal.whatToDo)
    }
  }
}

/// `weir value get KEY`.
struct ValueGetCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print a shared value.",
    discussion: "Example:\n  weir value get token --reveal")

  @Argument(help: "The key.", completion: .sharedKeys) var key: ValueKey
  @Flag(help: "Show the value even if it is secret.") var reveal = false
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    guard let value = try await session.client.sharedValues.value(of: key.key) else {
      throw UsageProblem(
        what: "There is no shared value \(key.key).", why: "It was never set, or was removed.",
        whatToDo: "`weir value list` lists the keys.")
    }
    let isShown = reveal || !value.facts.rule.isSecret
    if format == .json {
      try JSONOutput.print(
        SharedValueRecord(value.facts, content: isShown ? value.content : nil))
    } else if isShown {
      show(value.content)
    } else {
      throw UsageProblem(
        what: "The shared value \(key.key) was not printed.", why: "It is secret.",
        whatToDo: "Add --reveal to see it.")
    }
    await session.close()
    return .done
  }

  /// Prints a value. In a pipe, the value is unchanged. On a terminal, control characters are made
  /// safe.
  private func show(_ content: SharedContent) {
    guard Console.isTerminal else {
      StandardOutput.write(content.bytes)
      return
    }
    Console.print(
      content.text.map { Console.safe(lines: $0) } ?? "(\(content.size) that are not text)")
  }
}

/// `weir value remove KEY...`.
struct ValueRemoveCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove shared values and their settings.",
    discussion: """
      Example:
        weir value remove token page

      --all also removes values that can no longer be decrypted because their key is lost.
      """)

  @Argument(help: "The keys.", completion: .sharedKeys) var keys: [ValueKey] = []
  @Flag(help: "Remove every shared value.") var all = false
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    guard all == keys.isEmpty else {
      throw UsageProblem(
        what: "Nothing was removed.",
        why: all ? "Both keys and --all were given." : "No key was given.",
        whatToDo: "Name the keys, or write --all alone.")
    }
    let session = try await ClientSession.open(workspace)
    let wanted = keys.map(\.key)
    let gone =
      all
      ? try await session.client.sharedValues.removeAll()
      : try await session.client.sharedValues.remove(wanted)
    Console.print("\(gone.count) removed.")
    await session.close()
    guard let missing = wanted.first(where: { !gone.contains($0) }) else { return .done }
    throw UsageProblem(
      what: "There is no shared value \(missing).", why: "It was never set, or was removed.",
      whatToDo: "`weir value list` lists the keys.")
  }
}

/// `weir value list`.
struct ValueListCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List shared values without decrypting them.",
    discussion: "Example:\n  weir value list --format json | jq '.[].key'")

  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var workspace: WorkspaceOptions

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(workspace)
    let facts = try await session.client.sharedValues.all()
    if format == .json {
      try JSONOutput.print(facts.map { SharedValueRecord($0) })
    } else {
      SharedValueTable(facts: facts).lines().forEach(Console.print)
    }
    await session.close()
    return .done
  }
}
