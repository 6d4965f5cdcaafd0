import ClientModel
import Testing

@testable import ViewModels

struct UnfinishedWorkTests {
  @Test func `nothing is asked if nothing would be lost`() {
    let work = UnfinishedWork(unsaved: nil, running: 0)
    #expect(work.question == nil)
    #expect(Quitting().quit(work) == [.quit(.atOnce)])
  }

  @Test func `unsaved changes and running jobs are one question`() throws {
    let work = UnfinishedWork(unsaved: Draft(url: "a"), running: 2)
    let question = try #require(work.question)
    #expect(Quitting().quit(work) == [.confirm(question)])
    #expect(question.topic == .quitting)
    #expect(
      question.answers.map(\.effects)
        == [[], [.save(.then(.quit))], [.quit(.whenDone)], [.quit(.stoppingJobs)]])
    let fewer = try #require(UnfinishedWork(unsaved: Draft(url: "a"), running: 1).question)
    #expect(fewer.hasSameEffects(as: question) && fewer != question)
  }

  @Test func `quitting again stops the jobs that are waited for`() {
    let work = UnfinishedWork(unsaved: nil, running: 1)
    var quitting = Quitting()
    #expect(quitting.begin(.whenDone, work)?.what == "Weir ends when 1 running request has ended.")
    #expect(quitting.quit(work) == [.quit(.stoppingJobs)])
    #expect(quitting.begin(.stoppingJobs, work) == nil)
  }
}
