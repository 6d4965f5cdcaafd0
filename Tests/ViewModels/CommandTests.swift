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

  @Test func `commands of a context differ in title and keys`() {
    for context in Context.allCases {
      let rows = CommandTable.all.compactMap(\.facts).filter { $0.context == context }
      #expect(Set(rows.map(\.title)).count == rows.count, "\(context)")
      let keys = rows.flatMap(\.keys)
      #expect(Set(keys).count == keys.count, "\(context)")
    }
  }

  @Test func `a row of a family decides for the root model as for its own`() {
    #expect(AppModel().obstacle(to: .queue(.pause))?.what == "No lane selected.")
    #expect(
      AppModel().obstacle(to: .queue(.pause)) == QueueCommand.pause.row.obstacle(QueueModel()))
    #expect(AppModel().obstacle(to: .app(.zoom)) == nil)
  }

  @Test func `a hint follows the state, and says what the command is for elsewhere`() {
    var model = AppModel()
    #expect(model.hint(of: .typing(.leave)) == "done")
    _ = model.perform(.composer(.saveAs))
    #expect(model.hint(of: .typing(.leave)) == "cancel")
    #expect(model.hints == [.typing(.enter), .typing(.leave)])
    #expect(model.hint(of: .insert("a")) == nil)
  }

  @Test func `a message shows the key that the user has for the command it mentions`() {
    let message = ResponseCommand.viewValue.row.help
    #expect(!message.contains("or esc "))
    #expect(
      KeyMention.resolved(message) { $0 == .app(.back) ? "f9" : nil }.contains("key or f9 returns"))
  }

  @Test func `a message names the command that has no key`() {
    let message = ComposerCommand.queueEach.row.help
    #expect(KeyMention.resolved(message) { _ in nil }.contains("`typing.nextField` completes"))
    #expect(KeyMention.resolved("No mention.") { _ in "x" } == "No mention.")
  }

  @Test func `moving and typing come in series, sending and showing do not`() {
    let series: [Command] = [.move(.down), .typing(.left), .insert("a"), .app(.findNext)]
    #expect(series.allSatisfy { $0.comesInSeries })
    let single: [Command] = [.app(.focusResponse), .composer(.send), .queue(.show)]
    #expect(single.allSatisfy { !$0.comesInSeries })
  }
}
