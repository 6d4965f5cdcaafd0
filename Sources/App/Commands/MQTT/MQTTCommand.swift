import ArgumentParser

/// `weir mqtt`: sends and receives messages through a broker.
struct MQTTCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mqtt", abstract: "Publish and receive messages of an MQTT broker.",
    subcommands: [MQTTPublishCommand.self, MQTTSubscribeCommand.self])
}
