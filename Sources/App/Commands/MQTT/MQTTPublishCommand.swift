import ArgumentParser
import ClientCore
import ClientModel

/// `weir mqtt publish`: sends a message as a job.
struct MQTTPublishCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish", abstract: "Publish a message and wait for its acknowledgement.",
    discussion: """
      The message is a job like any request: it is stored before it is sent, and `weir history` shows how it \
      was acknowledged. With --queue it waits in the queue instead.

      Examples:
        weir mqtt publish --broker localhost sensors/kitchen 21.5
        weir mqtt publish --gateway plant --qos 1 --retain state/pump @state.json
      """)

  @Argument(help: "The topic, without wildcards.") var topic: String
  @Argument(
    help: ArgumentHelp(
      "The payload: text, @FILE, or - for standard input.", valueName: "payload|@file|-"),
    completion: .file())
  var payload: String
  @Flag(help: "Ask the broker to store the message for later subscribers.") var retain = false
  @Flag(help: "Add the message to the queue and print its job's id.") var queue = false
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var prompts: PromptOptions
  @OptionGroup var broker: BrokerArguments

  func execute() async throws -> ExitStatus {
    let session = try await ClientSession.open(broker.workspace, for: queue ? .orders : .sending)
    let file =
      payload == "-" ? "-" : payload.begins(with: "@") ? String(payload.dropping(bytes: 1)) : nil
    var draft = try broker.draft(to: topic, file: file, in: session)
    if retain { draft.headers.append(DraftField(Publication.retainField, "true")) }
    if file == nil, !payload.isEmpty { draft.body = .text(payload, mediaType: "text/plain") }
    var status = ExitStatus.done
    let sending = RequestSending(
      session: session, showing: PrintOptions(parts: [.responseHead], format: format),
      check: .statuses, prompts: prompts.prompts)
    if queue {
      if let id = try await sending.queue(draft) {
        Console.print(id.description)
      } else {
        status = .cancelled
      }
    } else {
      status = try await sending.send(draft)
    }
    await session.close()
    return status
  }
}
