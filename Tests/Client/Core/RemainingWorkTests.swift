import ClientModel
import Testing

@testable import ClientCore

/// What a store's rows say of work to come elsewhere.
@Suite struct RemainingWorkTests {
  private func job(
    _ state: JobState, lane: String = "a", scheduling: Job.Scheduling = .queued, attempts: Int = 0
  ) -> Job {
    let new = NewJob.fixture(lane: LaneKey(name: lane), state: state, scheduling: scheduling)
    var job = Job(new, id: JobID(1), at: Timestamp(milliseconds: 0))
    job.attempts = attempts
    return job
  }

  @Test func `what runs, or waits in a lane that is not paused, is work`() {
    var remaining = RemainingWork(paused: [LaneKey(name: "still")])
    func shows(_ job: Job) -> Bool { remaining.showsWork(job) }
    let until = JobState.waiting(.until(Timestamp(milliseconds: 5)))
    for state in [.running(attempt: 1), .waiting(.slot), until] {
      #expect(shows(job(state)), "\(state)")
    }
    #expect(!shows(job(.waiting(.slot), lane: "still")))
    #expect(shows(job(.running(attempt: 1), lane: "still")))
    #expect(!shows(job(.held(.byUser))))
    #expect(!shows(job(.succeeded)))
  }

  @Test func `what waits for another job is judged by that one`() {
    var remaining = RemainingWork(paused: [])
    func shows(_ job: Job) -> Bool { remaining.showsWork(job) }
    #expect(!shows(job(.waiting(.job(JobID(7))))))
    #expect(remaining.parents == [JobID(7)])
  }

  @Test func `what a sender sends is its own, until somebody took it up again`() {
    var remaining = RemainingWork(paused: [])
    func shows(_ job: Job) -> Bool { remaining.showsWork(job) }
    #expect(!shows(job(.waiting(.slot), scheduling: .immediate)))
    #expect(!shows(job(.running(attempt: 1), scheduling: .immediate, attempts: 1)))
    #expect(remaining.sent == [0, 1].map { AttemptID(job: JobID(1), number: $0) })
    #expect(shows(job(.waiting(.slot), scheduling: .immediate, attempts: 1)))
  }

  @Test func `a send that is tried again is asked about, wherever its next attempt stands`() {
    var remaining = RemainingWork(paused: [LaneKey(name: "still")])
    func shows(_ job: Job) -> Bool { remaining.showsWork(job) }
    let until = JobState.waiting(.until(Timestamp(milliseconds: 5)))
    #expect(!shows(job(.running(attempt: 2), scheduling: .immediate, attempts: 2)))
    #expect(!shows(job(until, scheduling: .immediate, attempts: 1)))
    #expect(
      remaining.retried
        == [AttemptID(job: JobID(1), number: 2), AttemptID(job: JobID(1), number: 1)])
    #expect(!shows(job(until, lane: "still", scheduling: .immediate, attempts: 1)))
    #expect(remaining.retried.count == 2 && remaining.sent.isEmpty)
  }

  @Test func `a graph has work while a local step runs or a step may start`() {
    func shows(_ states: [GraphStep.State], _ order: GraphRun.Instruction = .run) -> Bool {
      let plan = GraphPlan(
        name: "two",
        steps: [
          GraphStep(name: "first", work: .jq("1")),
          GraphStep(name: "second", work: .jq("2"), after: ["first"]),
        ])
      return RemainingWork.showsWork(
        GraphRun(
          id: GraphID(1), plan: plan, created: Timestamp(milliseconds: 0), instruction: order,
          steps: states.map { StepProgress(state: $0) }))
    }
    #expect(shows([.waiting, .waiting]))
    #expect(shows([.running, .waiting]))
    #expect(shows([.done, .waiting]))
    #expect(!shows([.done, .done]))
    #expect(!shows([.done, .waiting], .hold))
    #expect(shows([.running, .waiting], .hold))
  }
}
