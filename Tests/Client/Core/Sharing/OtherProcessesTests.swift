import ClientModel
import Testing

@testable import ClientCore

struct OtherProcessesTests {
  @Test func `each process is waited for once`() {
    var others = OtherProcesses()
    var begun = 0
    for _ in 0..<3 {
      others.wait(for: "a") {
        begun += 1
        return Task {}
      }
    }
    #expect(begun == 1)
  }

  @Test func `the end of a process gives its jobs back, and it can be waited for again`() {
    var others = OtherProcesses()
    others.wait(for: "a") { Task {} }
    func owner(_ name: String) -> AttemptOwner { AttemptOwner(name: name, isRunner: false) }
    let jobs = others.note([
      AttemptID(job: JobID(1), number: 0): owner("a"),
      AttemptID(job: JobID(2), number: 3): owner("b"),
    ])
    #expect(jobs == [JobID(1), JobID(2)])
    #expect(others.remove("a") == [JobID(1)])
    #expect(others.remove("a").isEmpty)
    #expect(others.haveJobs, "those of b")
    var isBegun = false
    others.wait(for: "a") {
      isBegun = true
      return Task {}
    }
    #expect(isBegun)
  }

  @Test func `cancelling ends every wait`() async {
    var others = OtherProcesses()
    let task = Task { while !Task.isCancelled { await Task.yield() } }
    others.wait(for: "a") { task }
    others.cancel()
    await task.value
    #expect(task.isCancelled)
  }
}
