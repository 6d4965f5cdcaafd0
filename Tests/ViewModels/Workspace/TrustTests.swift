import ClientModel
import Testing

@testable import ViewModels

struct TrustTests {
  private let place = WorkspaceStatus(isScratch: false, folder: "/api")

  private func asked(_ difference: FileDifference) throws -> ViewModels.Confirmation {
    var place = place
    let effects = place.loseTrust(.free, difference)
    #expect(place.trust == .untrusted)
    guard case .confirm(let question)? = effects.first else { throw QuestionMissing() }
    return question
  }

  @Test func `trust is asked about only where nothing is being typed`() throws {
    let difference = FileDifference(since: .nothing)
    let question = try asked(difference)
    var place = place
    #expect(question.topic == .trust)
    #expect(question.answers.map(\.effects) == [[], [.workspace(.trust)]])
    #expect(place.loseTrust(.asked(.trust), difference) == [.confirm(question)])
    for attention in [KeyReceiver.taken, .asked(.quitting)] {
      guard case .notify(let notice)? = place.loseTrust(attention, difference).first else {
        return #expect(Bool(false), "nothing was said")
      }
      #expect(notice.what == "This workspace is not trusted.")
    }
  }

  @Test func `one key trusts the files that the question shows, and answers no other question`() {
    var model = AppModel()
    _ = model.receive(.trustAsked(FileDifference(since: .nothing)))
    #expect(model.hints.first == .dialog(.trust))
    #expect(model.perform(.dialog(.trust)) == [.workspace(.trust)])
    #expect(model.overlays.isEmpty)
    _ = model.receive(.confirm(Confirmation("Delete it?", answers: [.init("No"), .init("Yes")])))
    #expect(model.perform(.dialog(.trust)).isEmpty && !model.overlays.isEmpty)
  }

  @Test func `the question shows the lines that changed since the files were accepted`() throws {
    let lines: [FileChange.Line] = [.place(2), .removed("url: a"), .added("url: b\u{1B}[2J")]
    let question = try asked(
      FileDifference(since: .accepted, [FileChange(.changed, "requests/a.yaml", lines: lines)]))
    #expect(question.detail.contains("changed since you accepted them: 1 changed."))
    #expect(
      question.excerpt.map(\.text) == [
        "changed  requests/a.yaml", "  line 2", "  - url: a", "  + url: b\\u{1B}[2J",
      ])
    #expect(
      question.answers.map(\.title) == [
        "Not now", "Trust it as it is now", "Read the difference",
      ])
    guard case .response(.page(.inline(let bytes), _))? = question.answers[2].effects.first else {
      throw QuestionMissing()
    }
    #expect(String(decoding: bytes, as: UTF8.self).contains("  + url: b\\u{1B}[2J\n"))
    #expect(question.answers[2].effects.last == .workspace(.askForTrust), "the question comes back")
  }

  @Test func `of many changes the question has the names and the number of further rows`() throws {
    let changes = (0..<20).map { FileChange(.added, "requests/\($0).yaml", lines: [.added("x")]) }
    let question = try asked(FileDifference(since: .accepted, changes))
    #expect(question.excerpt.count == 8)
    #expect(question.excerpt[0].text == "added  requests/0.yaml")
    #expect(question.excerpt[7].text == "  … 33 more rows")
  }

  @Test func `a folder that was never accepted offers its files to read`() throws {
    let question = try asked(
      FileDifference(since: .nothing, [FileChange(.added, "weir.yaml", lines: [.added("{}")])]))
    #expect(question.excerpt.isEmpty && question.answers.last?.title == "Read the files")
    #expect(question.detail.contains("You have not accepted the files in /api."))
  }

  @Test func `without copies the question says so and names the programs that changed`() throws {
    let question = try asked(FileDifference(since: .digest, [FileChange(.changed, "run.sh")]))
    #expect(question.detail.contains("there are no copies to compare"))
    #expect(question.excerpt.map(\.text) == ["changed  run.sh"])
  }
}

private struct QuestionMissing: Error {}
