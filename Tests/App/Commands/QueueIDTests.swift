import ClientModel
import Testing

@testable import weir

/// Jobs, attempts and graphs as they are named on the command line.
struct QueueIDTests {
  @Test(arguments: [("17", 17), ("#17", 17), ("0", 0)])
  func `a job is a number, with or without its mark`(text: String, id: Int64) {
    #expect(JobNumber(argument: text)?.id == JobID(id))
    #expect(QueueID(argument: text) == .job(JobID(id)))
  }

  @Test(arguments: ["", "#", "-1", "1.5", "x", "##1", "99999999999", "١"])
  func `anything else names no job`(text: String) {
    #expect(JobNumber(argument: text) == nil)
    #expect(QueueID(argument: text) == nil)
  }

  @Test func `a graph has its letter`() {
    #expect(QueueID(argument: "g3") == .graph(GraphID(3)))
    #expect(QueueID(argument: "g") == nil)
  }

  @Test func `an attempt follows its job after a dot`() {
    #expect(ShownID(argument: "17")?.attempt == nil)
    #expect(ShownID(argument: "#17.2")?.attempt == 2)
    #expect(ShownID(argument: "#17.2")?.id == .job(JobID(17)))
    #expect(ShownID(argument: "g3")?.id == .graph(GraphID(3)))
    #expect(ShownID(argument: "17.2")?.description == "17.2")
  }

  @Test(arguments: ["17.0", "17.", "17.x", "g3.1", ".2", "17.2.1"])
  func `an attempt that cannot be is refused`(text: String) {
    #expect(ShownID(argument: text) == nil)
  }
}
