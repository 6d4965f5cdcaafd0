import ArgumentParser

/// `weir mqtt`: messages through a broker.
struct MQTTCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mqtt", abstract: "Publish and receive messages of an MQTT broker.",
    subcommands: [MQTTPublishCommand.self, MQTTSubscribeCommand.self])
}
