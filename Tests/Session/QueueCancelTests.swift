import TestSupport
import TestTraits
import Testing

/// Pending jobs that are taken out of the queue by command.
@Suite(.usesSystem) struct QueueCancelTests {
  @Test
  func `J11 a cancelled pending request never executes, and what is no longer pending is refused`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      let ids = try ["a", "b", "c"].map { try home.add("\(server.url)/\($0)") }
      #expect(try home.run("queue", "cancel", "\(ids[1])").code == 0)
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      #expect(server.takeAll().map(\.target).sorted() == ["/a", "/c"])
      let jobs = try home.jobs().sorted { $0.id < $1.id }
      #expect(jobs.map(\.state) == ["succeeded", "cancelled", "succeeded"])
      let late = try home.run("queue", "cancel", "\(ids[0])")
      #expect(late.code == 2 && late.errorOutput.contains("its state is succeeded"))
      let unknown = try home.run("queue", "cancel", "99")
      #expect(unknown.code == 2 && unknown.errorOutput.contains("There is no job 99."))
    }
  }
}
