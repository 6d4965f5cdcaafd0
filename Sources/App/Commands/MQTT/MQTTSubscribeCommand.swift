import ArgumentParser
import ClientCore
import ClientMQTT
import ClientModel
import Synchronization

/// `weir mqtt subscribe`: prints a line for each message until interrupted.
struct MQTTSubscribeCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscribe", abstract: "Print messages as they arrive, until you press Ctrl+C.",
    discussion: """
      Each line has the topic and the payload. A lost connection is reported on standard error and restored.

      Examples:
        weir mqtt subscribe --broker localhost 'sensors/#'
        weir mqtt subscribe --gateway plant --count 1 --for 10 --format json state/pump
      """)

  @Argument(help: "Topics; + matches one level, # at the end matches all further levels.")
  var topics: [String]
  @Option(help: ArgumentHelp("End after this many messages.", valueName: "n")) var count: Int?
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("End after this many seconds.", valueName: "seconds"))
  var time: Double?
  @Option(help: "text for people, json for programs.") var format: SendCommand.Form = .text
  @OptionGroup var broker: BrokerArguments

  func execute() async throws -> ExitStatus {
    let filters = try topics.map(filter)
    let quality = try broker.quality()
    StandardOutput.endWithItsReader()
    let session = try await ClientSession.open(broker.workspace)
    // The broker's address is the same for every topic. Any topic can be used in this draft.
    let request = try session.context.prepare(try broker.draft(to: "weir", in: session))
    let client = MosquittoClient(try await session.client.broker(of: request))
    let interrupt = InterruptWatch { _ in client.disconnect() }
    let progress = SubscriptionProgress(filters, at: request.origin)
    let timer = time.map { seconds in
      Task {
        try await QuietClock().sleep(for: .seconds(max(0, seconds)))
        client.disconnect()
      }
    }
    let reminder = Task {
      try await QuietClock().sleep(for: SubscriptionProgress.responseTimeout)
      progress.silence().map(Console.complain)
    }
    client.subscribe(filters, quality: quality)
    client.connect()
    var status = await follow(client, filters, progress)
    timer?.cancel()
    reminder.cancel()
    let wasInterrupted = interrupt.end()
    if status == .done, !wasInterrupted, let failure = progress.silence() {
      Console.complain(failure)
      status = ExitStatus(failure)
    }
    await session.close()
    return wasInterrupted ? .signal : status
  }

  private func filter(_ text: String) throws(UsageProblem) -> TopicFilter {
    do throws(TopicFilter.Problem) { return try TopicFilter(text) } catch {
      throw UsageProblem(
        what: "`\(Console.safe(text))` cannot be subscribed to.", why: error.why,
        whatToDo: error.whatToDo)
    }
  }

  /// Prints received messages until the client is disconnected.
  private func follow(
    _ client: MosquittoClient, _ filters: [TopicFilter], _ progress: SubscriptionProgress
  ) async -> ExitStatus {
    var status = ExitStatus.done
    var refused: Set<TopicFilter> = []
    var left = count ?? .max
    for await batch in client.events {
      for event in batch where left > 0 {
        progress.note(event)
        switch event {
        case .message(let message):
          left -= 1
          write(message)
          if left == 0 { client.disconnect() }
        case .subscribed(let filter, .failure(let failure)):
          Console.complain(failure)
          refused.insert(filter)
          status = ExitStatus(failure)
          if refused.count == Set(filters).count { client.disconnect() }
        case .disconnected(let failure?, let retry):
          Console.complain(failure)
          guard retry == nil else { continue }
          status = ExitStatus(failure)
          client.disconnect()
        case .connected, .disconnected, .subscribed, .unsubscribed, .published, .notPublished:
          break
        }
      }
    }
    return status
  }

  private func write(_ message: BrokerMessage) {
    switch format {
    case .json: StandardOutput.write(MessageLine.bytes(of: message, at: SystemClock().now))
    case .text where Console.isTerminal:
      let text = String(decoding: message.payload, as: UTF8.self)
      Console.print("\(Console.safe(message.topic))  \(Console.safe(text))")
    case .text:
      StandardOutput.write(Array("\(message.topic)  ".utf8) + message.payload + [10])
    }
  }
}

/// The broker's confirmations of a subscription. They distinguish a broker without messages from a
/// broker that does not respond.
private final class SubscriptionProgress: Sendable {
  /// The time after which the command reports that the broker does not respond.
  static let responseTimeout = Duration.seconds(10)

  private struct State {
    var isConnected = false
    var isReported = false
    var unconfirmed: Set<TopicFilter>
  }

  private let state: Mutex<State>
  private let origin: Origin

  init(_ filters: [TopicFilter], at origin: Origin) {
    self.origin = origin
    state = Mutex(State(unconfirmed: Set(filters)))
  }

  func note(_ event: PubSubEvent) {
    state.withLock { state in
      switch event {
      case .connected: state.isConnected = true
      case .subscribed(let filter, _): state.unconfirmed.remove(filter)
      // The failure was already reported.
      case .disconnected(_?, _): state.isReported = true
      case .disconnected, .message, .unsubscribed, .published, .notPublished: break
      }
    }
  }

  /// Returns a failure if the broker has not confirmed the connection or a subscription.
  ///
  /// Returns nil if a failure was already reported. The failure about a subscription counts as
  /// reported after this call. The failure about the connection does not.
  func silence() -> Failure? {
    state.withLock { state in
      guard !state.isReported, !state.unconfirmed.isEmpty else { return nil }
      state.isReported = state.isConnected
      let topics = state.unconfirmed.map(\.description).sorted().joined(separator: ", ")
      return Failure(
        state.isConnected ? .firstByteTimeout : .connectTimeout,
        what: state.isConnected
          ? "The broker \(origin.host) did not confirm the subscription to \(topics)."
          : "The broker \(origin.host) did not confirm the MQTT connection.",
        why: state.isConnected
          ? "The connection was confirmed, but no SUBACK arrived."
          : "The TCP connection was established, but no CONNACK arrived.",
        whatToDo: "Check that the port belongs to an MQTT broker, or allow more time.")
    }
  }
}
