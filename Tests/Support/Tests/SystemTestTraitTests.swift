import TestTraits
import Testing

@Suite(.usesSystem) struct SystemTestTraitTests {
  /// Not its base priority, which says less: actors run at the priority of the task that calls them.
  @Test func `a test that uses the system goes before tests that compute, as what it starts does`()
    async
  {
    let inherited = await Task { Task.currentPriority }.value
    let child = await withTaskGroup { group in
      group.addTask { Task.currentPriority }
      return await group.next()
    }
    #expect([Task.currentPriority, inherited, child] == [.high, .high, .high])
  }

  @Test(.usesSystem(minutes: 1)) func `a time limit leaves a test its priority`() {
    #expect(Task.currentPriority == .high)
  }
}
