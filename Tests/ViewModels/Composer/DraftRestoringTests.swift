import ClientModel
import Testing

@testable import ViewModels

struct DraftRestoringTests {
  private let left = Draft(url: "https://left.example")

  @Test func `what an ended session left comes back into an untouched composer`() {
    let effects = DraftRecovery().restore(left, base: nil, over: ComposerModel(), .taken)
    #expect(effects.prefix(2) == [.compose(.restored(left, base: nil)), .claimDraft])
  }

  @Test func `it is offered where another request is composed, and waits where that is typed`() {
    var composer = ComposerModel()
    composer.replace("https://a.example", in: .url)
    guard
      case .confirm(let question)? = DraftRecovery().restore(left, base: nil, over: composer, .free)
        .first
    else { return #expect(Bool(false), "nothing was asked") }
    #expect(
      question.answers.map(\.effects)
        == [[], [.compose(.restored(left, base: nil)), .claimDraft]])
    let waiting = DraftRecovery().restore(left, base: nil, over: composer, .taken)
    guard case .notify? = waiting.first else { return #expect(Bool(false), "nothing was said") }
    #expect(waiting.count == 1)
  }
}
