import ClientModel
import Testing

@testable import ClientCore

struct RunnerStateTests {
  @Test func `a process that has not asked neither runs the queue nor follows`() {
    let standing = RunnerState()
    #expect(!standing.isRunner && !standing.isFollower)
  }

  @Test func `a commit of another process makes a follower ask again`() {
    var standing = RunnerState()
    standing.claim = .held(by: "process 7")
    standing.doubt()
    #expect(standing.isFollower && standing.isDoubtful)
  }

  @Test func `the queue runner does not doubt that it is`() {
    var standing = RunnerState()
    standing.claim = .mine
    standing.doubt()
    #expect(standing.isRunner && !standing.isDoubtful)
  }

  @Test func `a free lock is taken over, and a new holder is reported once`() {
    var standing = RunnerState()
    standing.claim = .held(by: "process 7")
    let findings = [7, 8, 8].map { standing.found(.held(by: "process \($0)")) }
    #expect(findings == [.unchanged, .changed(.held(by: "process 8")), .unchanged])
    let last = standing.found(.mine)
    #expect(last == .takeOver(.mine))
  }

  @Test func `one of several queue runners runs the queue and follows nobody`() {
    var standing = RunnerState()
    #expect(standing.found(.shared) == .takeOver(.shared))
    standing.role = .runner
    standing.claim = .shared
    #expect(standing.isRunner && !standing.isFollower && standing.mayRun(.queued))
  }

  @Test func `queued jobs run in the queue runner, immediate ones in every process but a visitor`()
  {
    var standing = RunnerState()
    #expect(!standing.mayRun(.immediate) && !standing.mayRun(.queued))
    standing.role = .sender
    #expect(standing.mayRun(.immediate) && !standing.mayRun(.queued))
    standing.role = .runner
    standing.claim = .mine
    #expect(standing.mayRun(.immediate) && standing.mayRun(.queued))
  }
}
