import Testing

@testable import weir

/// Options as scripts should write them.
@Suite struct LongOptionTests {
  @Test func `each short option has a long form`() throws {
    for command in try CommandReference.root().all {
      for argument in command.shownArguments where argument.kind != .positional {
        let names = argument.names ?? []
        #expect(names.contains { $0.kind == .long }, "\(command.words) \(argument.form)")
      }
    }
  }
}
