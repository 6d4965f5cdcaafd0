import ClientModel
import Testing

@testable import ViewModels

struct UnfinishedWorkTests {
  @Test func `nothing is asked if nothing would be stopped`() {
    let work = UnfinishedWork(running: 0)
    #expect(work.question == nil)
    #expect(QuitConfirmation().quit(work) == [.quit(.atOnce)])
  }

  @Test func `running jobs are one question, whatever their number`() throws {
    let question = try #require(UnfinishedWork(running: 2).question)
    #expect(QuitConfirmation().quit(UnfinishedWork(running: 2)) == [.confirm(question)])
    #expect(question.topic == .quitting)
    #expect(question.answers.map(\.effects) == [[.quit(.whenDone)], [.quit(.stoppingJobs)], []])
    let fewer = try #require(UnfinishedWork(running: 1).question)
    #expect(fewer.hasSameEffects(as: question) && fewer != question)
  }

  @Test func `quitting again stops the jobs that are waited for`() {
    let work = UnfinishedWork(running: 1)
    var quitting = QuitConfirmation()
    #expect(quitting.begin(.whenDone, work)?.what == "Weir ends when 1 running request has ended.")
    #expect(quitting.quit(work) == [.quit(.stoppingJobs)])
    #expect(quitting.begin(.stoppingJobs, work) == nil)
  }
}
