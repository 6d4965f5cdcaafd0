import Terminal
import Testing

@testable import weir

struct CommandOverviewTests {
  private func lines(columns: Int = 80, rows: Int) -> [String] {
    CommandOverview(columns: columns, rows: rows) { "<\($0)>" }.lines
  }

  @Test func `each command is in one group`() {
    let names = WeirCommand.configuration.subcommands.compactMap {
      $0.configuration.shouldDisplay ? $0.configuration.commandName : nil
    }
    #expect(CommandOverview.groups.flatMap(\.commands).map(\.name).sorted() == names.sorted())
  }

  @Test(arguments: [(80, 24), (54, 24), (200, 60), (80, 10)])
  func `the overview fits the screen and names every group and command`(columns: Int, rows: Int) {
    let lines = lines(columns: columns, rows: rows)
    #expect(lines.count < rows)
    #expect(lines.allSatisfy { SafeText($0).width <= columns + 2 })
    #expect(columns < 80 || lines.allSatisfy { !$0.contains("…") })
    for group in CommandOverview.groups {
      #expect(lines.contains { $0.hasPrefix("<\(group.name)>") })
      for command in group.commands {
        #expect(lines.contains { $0.contains(command.name) }, "\(command.name)")
      }
    }
  }

  @Test func `a small screen has one line for each group`() {
    #expect(lines(rows: 12).contains("<Stored data>  cache, cookies, value, store"))
    #expect(lines(rows: 60).contains("  send       Send a request now and print the response."))
  }
}
