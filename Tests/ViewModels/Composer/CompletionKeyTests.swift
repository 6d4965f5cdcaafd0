import ClientModel
import Testing

@testable import ViewModels

/// The rest of a word that is shown behind the cursor.
struct CompletionKeyTests {
  @Test(arguments: [TypingCommand.nextField, .right, .lineEnd])
  func `the rest of a word is taken by the key that completes, and by walking into it`(
    key: TypingCommand
  ) {
    var model = AppModel()
    _ = model.perform(.point(.composerTab(ComposerTab.headers.rawValue)))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("Content-Ty"))
    #expect(model.nextFieldHint == "complete")
    _ = model.perform(.typing(key))
    #expect(model.nextFieldHint == nil)
    _ = model.perform(.typing(.leave))
    #expect(model.composer.draft.headers == [DraftField("Content-Type", "")])
  }
}
