import Testing
import ViewModels

struct CommandTests {
  @Test func `each command has a name of its own`() {
    let names = CommandTable.all.compactMap(\.name)
    #expect(names.count == CommandTable.all.count)
    #expect(Set(names).count == names.count)
    for command in CommandTable.all {
      #expect(CommandTable.command(named: command.name ?? "") == command)
    }
  }

  @Test func `each command says what it does`() {
    for command in CommandTable.all {
      #expect(command.facts?.title.isEmpty == false)
      #expect(command.facts?.hint.isEmpty == false)
    }
  }

  @Test func `moving and typing come in series, sending and showing do not`() {
    let series: [Command] = [.move(.down), .typing(.left), .insert("a"), .app(.findNext)]
    #expect(series.allSatisfy { $0.comesInSeries })
    let single: [Command] = [.app(.focusResponse), .composer(.send), .queue(.show)]
    #expect(single.allSatisfy { !$0.comesInSeries })
  }
}
