import ClientModel
import Testing

@testable import ClientCore

struct RunnerStandingTests {
  @Test func `a process that has not asked neither runs the queue nor follows`() {
    let standing = RunnerStanding()
    #expect(!standing.isRunner && !standing.isFollower)
  }

  @Test func `a commit of another process makes a follower ask again`() {
    var standing = RunnerStanding()
    standing.claim = .held(processID: 7)
    standing.doubt()
    #expect(standing.isFollower && standing.isDoubtful)
  }

  @Test func `the queue runner does not doubt that it is`() {
    var standing = RunnerStanding()
    standing.claim = .mine
    standing.doubt()
    #expect(standing.isRunner && !standing.isDoubtful)
  }
}
