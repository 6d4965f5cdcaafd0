import ArgumentParser
import ClientModel
import ViewModels

/// `weir demo`: opens the interface with a bundled workspace. It uses no network.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract:
      "Open the interface on a bundled workspace with scripted responses; nothing is stored.",
    discussion: "Example:\n  weir demo")

  @OptionGroup var output: OutputOptions

  func run() throws { try Interface.run(role: .demo) { try await Demo.open() } }
}
