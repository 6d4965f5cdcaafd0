import ArgumentParser
import ClientWorkspace
import Testing

@testable import weir

/// The commands of `weir import` derive from the table of formats.
struct ImportCommandTests {
  private func help(_ command: any ParsableCommand.Type) -> String {
    ImportCommand.helpMessage(for: command, columns: 1000)
  }

  @Test func `each format has a command with its help and its examples`() {
    let commands = ImportCommand.configuration.subcommands
    #expect(commands.map { $0.configuration.commandName } == Importers.all.map { $0.format.name })
    for (command, importer) in zip(commands, Importers.all) {
      let format = importer.format
      let text = help(command)
      #expect(text.contains(format.sentence) && text.contains(format.nameHelp))
      for example in format.examples { #expect(text.contains(example)) }
      #expect(help(ImportCommand.self).contains(format.examples[0]))
    }
  }

  @Test func `only a format with requests offers to send them`() {
    #expect(help(ImportFormatCommand<CurlImporter>.self).contains("--send"))
    #expect(!help(ImportFormatCommand<OpenAPIImporter>.self).contains("--send"))
  }
}
